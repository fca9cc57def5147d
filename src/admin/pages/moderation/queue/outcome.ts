import type { ReviewItem } from '#features/moderation/review/schema.ts';

const verbs: Readonly<Record<string, string>> = { approved: '通过', rejected: '退回', changes: '要求修改' };

/** What became of an item, and in whose words. */
export const outcomeOf = ({ decidedBy, state, note }: ReviewItem): string =>
  `${decidedBy ? `${decidedBy.name} ${verbs[state] ?? ''}` : '送审人撤回'}${note && `：${note}`}`;
