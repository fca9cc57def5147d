import type { ReviewItem } from '../../review/schema.ts';

export const kindNames: Readonly<Record<ReviewItem['kind'], string>> = {
  post: '稿件',
  reference: '内参',
  comment: '评论',
};
