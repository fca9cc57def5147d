import type { ReferenceDetail, ReferenceState } from '#features/references/schema.ts';

type Tone = 'ok' | 'wait' | 'off' | 'bad';
type Standing = Pick<ReferenceDetail, 'state' | 'revision'>;

const states: Readonly<Record<ReferenceState, { label: string; tone: Tone }>> = {
  draft: { label: '草稿', tone: 'off' },
  reviewing: { label: '审核中', tone: 'wait' },
  changes: { label: '要求修改', tone: 'bad' },
  rejected: { label: '未通过', tone: 'bad' },
  published: { label: '已发布', tone: 'ok' },
  withdrawn: { label: '已撤下', tone: 'off' },
};

const revisions = {
  reviewing: { label: '新版本审核中', tone: 'wait' },
  changes: { label: '新版本要求修改', tone: 'bad' },
  rejected: { label: '新版本未通过', tone: 'bad' },
} as const;

/** Where a reference stands, in words: of one that is out also its newer version. */
export function looksOf({ state, revision }: Standing): { label: string; tone: Tone }[] {
  return [states[state], ...(revision ? [revisions[revision]] : [])];
}

/** Whether it waits for a reviewer: nothing is changed meanwhile. */
export const isWaiting = ({ state, revision }: Standing): boolean =>
  state === 'reviewing' || revision === 'reviewing';

/** Where a writer goes on writing. */
export const writePath = (id?: string): string =>
  id === undefined ? '/personal/reference/add' : `/personal/reference/add?id=${id}`;

export type Shelf = 'article' | 'draft' | 'order';

/** The shelf of `/personal/reference` on which something is found. */
export const shelfPath = (shelf: Shelf): string =>
  shelf === 'article' ? '/personal/reference' : `/personal/reference?shelf=${shelf}`;

/** Where one that stands so is found. */
export const shelfOf = ({ state }: Standing): Shelf =>
  state === 'published' || state === 'withdrawn' ? 'article' : 'draft';
