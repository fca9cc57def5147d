import { Chip, type ChipTone } from './chip.tsx';

/** Fields that determine a post's displayed state, including whether readers see its newest version. */
export type PostStatus = {
  deletedAt?: string | null;
  state: 'draft' | 'scheduled' | 'published' | 'withdrawn';
  hasUnpublishedChanges: boolean;
};

const names = { draft: '草稿', scheduled: '定时', published: '已发布', withdrawn: '已撤回' };

const tones: Partial<Record<PostStatus['state'], ChipTone>> = {
  scheduled: 'info',
  published: 'good',
  withdrawn: 'bad',
};

const hasPendingChanges = ({ state, hasUnpublishedChanges }: PostStatus): boolean =>
  (state === 'published' || state === 'scheduled') && hasUnpublishedChanges;

/** Returns the Chinese name of the state, such as 草稿. */
export function stateName(post: PostStatus): string {
  if (post.deletedAt) return '回收站';
  if (!hasPendingChanges(post)) return names[post.state];
  return post.state === 'published' ? '有未发布的修改' : '定时，之后有修改';
}

export const StateChip = (post: PostStatus) => (
  <Chip tone={hasPendingChanges(post) ? 'warn' : tones[post.state]}>{stateName(post)}</Chip>
);
