import { Quiet } from '#admin/parts/layout/page.tsx';
import type { ReviewItem } from '../../review/schema.ts';
import { DecideForm } from './decide-form.tsx';

const verbs: Readonly<Record<string, string>> = { approved: '通过', rejected: '退回', changes: '要求修改' };

type Props = { item: ReviewItem; mayDecide?: boolean | undefined; onDecided: () => void };

/** Decision form of a waiting item, or the decision with its reviewer. */
export function Outcome({ item, mayDecide, onDecided }: Props) {
  const { decidedBy, state, note } = item;
  if (state === 'pending') return <DecideForm {...{ item, mayDecide, onDecided }} />;
  const verdict = decidedBy ? `${decidedBy.name} ${verbs[state] ?? ''}` : '送审人撤回';
  return <Quiet>{note ? `${verdict}：${note}` : verdict}</Quiet>;
}
