import type { ReferenceDetail, ReferenceState } from '../schema.ts';

type StatusLabel = { label: string; tone: 'ok' | 'wait' | 'off' | 'bad' };
type ReferenceStatus = Pick<ReferenceDetail, 'state' | 'revision'>;

const stateLabels: Readonly<Record<ReferenceState, StatusLabel>> = {
  draft: { label: '草稿', tone: 'off' },
  reviewing: { label: '审核中', tone: 'wait' },
  changes: { label: '要求修改', tone: 'bad' },
  rejected: { label: '未通过', tone: 'bad' },
  published: { label: '已发布', tone: 'ok' },
  withdrawn: { label: '已撤下', tone: 'off' },
};

const revisionLabels = {
  reviewing: { label: '新版本审核中', tone: 'wait' },
  changes: { label: '新版本要求修改', tone: 'bad' },
  rejected: { label: '新版本未通过', tone: 'bad' },
} as const;

/** Describes the state of a reference and, after it, that of the newer version of a published one. */
export function describeStatus({ state, revision }: ReferenceStatus): [StatusLabel, ...StatusLabel[]] {
  return [stateLabels[state], ...(revision ? [revisionLabels[revision]] : [])];
}

/** Returns whether the reference or its newer version awaits review; it cannot be changed meanwhile. */
export const isInReview = ({ state, revision }: ReferenceStatus): boolean =>
  state === 'reviewing' || revision === 'reviewing';

export const editorPath = (id?: string): string =>
  id === undefined ? '/personal/reference/add' : `/personal/reference/add?id=${id}`;

export type ReferenceTab = 'article' | 'draft' | 'order';

/** Returns the address of a tab of `/personal/reference`. */
export const tabPath = (tab: ReferenceTab): string =>
  tab === 'article' ? '/personal/reference' : `/personal/reference?shelf=${tab}`;

/** Returns the tab that lists a reference in this state. */
export const tabOf = ({ state }: ReferenceStatus): ReferenceTab =>
  state === 'published' || state === 'withdrawn' ? 'article' : 'draft';
