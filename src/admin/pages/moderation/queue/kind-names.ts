import type { ReviewItem } from '#features/moderation/review/schema.ts';

export const kindNames: Readonly<Record<ReviewItem['kind'], string>> = {
  post: '稿件',
  reference: '内参',
  comment: '评论',
};
