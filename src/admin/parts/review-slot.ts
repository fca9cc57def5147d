import type { ReactNode } from 'react';
import type { Slot } from '#client/slots.ts';
import type { ReviewItem } from '#features/moderation/review/schema.ts';
import type { ReviewedPost } from '#features/posts/manage/schema.ts';
import type { Read } from './data.ts';

/** The review of submitted posts of a kind that belongs to another feature. */
export type ReviewSlot<R extends ReviewedPost = ReviewedPost & { mayDecide: boolean }> = Slot & {
  kind: ReviewItem['kind'];
  useReviewed: (id: string) => Read<R>;
  /** What a reviewer must know beside the text. */
  Facts: (props: { reviewed: R }) => ReactNode;
};
