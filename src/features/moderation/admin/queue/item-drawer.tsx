import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Read, useRead } from '#admin/parts/data.ts';
import { HitList } from '#admin/parts/hit-list.tsx';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Row } from '#admin/parts/layout/page.tsx';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { ReviewSlot } from '#admin/parts/review-slot.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { slotsOf } from '#client/slots.ts';
import type { ReviewItem } from '../../review/schema.ts';
import s from '../moderation.module.css';
import { DecideForm } from './decide-form.tsx';
import { kindNames } from './kind-names.ts';
import { Outcome } from './outcome.tsx';
import { PostReview } from './post-review.tsx';

const slots = slotsOf(
  import.meta.glob<{ slot: ReviewSlot }>('../../../*/admin/**/review.*.slot.tsx', { eager: true }),
);

type Props = { item: ReviewItem; onClose: () => void };

export function ItemDrawer(props: Props) {
  const { item, onClose } = props;
  const title = item.state === 'pending' ? `审核${kindNames[item.kind]}` : '审核记录';
  return (
    <SideDrawer title={title} width={860} onClose={onClose}>
      {item.kind === 'post' && <SubmittedPost {...props} />}
      {slots.map(
        (slot) => slot.kind === item.kind && <SubmittedToSlot key={slot.kind} {...props} slot={slot} />,
      )}
      {item.kind === 'comment' && <CommentReview {...props} />}
    </SideDrawer>
  );
}

function SubmittedPost(props: Props) {
  const read = useRead('GET /admin/post/reviewed', { id: props.item.id });
  return (
    <Submitted {...props} read={read}>
      {(reviewed) => <PostReview reviewed={reviewed} onClose={props.onClose} />}
    </Submitted>
  );
}

function SubmittedToSlot({ slot, ...props }: Props & { slot: ReviewSlot }) {
  const read = slot.useReviewed(props.item.id);
  return (
    <Submitted {...props} read={read}>
      {(reviewed) => (
        <PostReview reviewed={reviewed} mayDecide={reviewed.mayDecide} onClose={props.onClose}>
          <slot.Facts reviewed={reviewed} />
        </PostReview>
      )}
    </Submitted>
  );
}

type SubmittedProps<T> = Props & { read: Read<T>; children: (data: T) => ReactNode };

/** The submitted content. If it cannot be read, for example because it was deleted, the reviewer can only reject it. */
const Submitted = <T,>({ item, read, onClose, children }: SubmittedProps<T>) => (
  <>
    <Loaded read={read} noun={kindNames[item.kind]} level={3}>
      {children}
    </Loaded>
    {read.error && !read.data && item.state === 'pending' && (
      <DecideForm item={item} isRejectOnly onDecided={onClose} />
    )}
  </>
);

/** A comment under review: its post, its sensitive words and its text. */
function CommentReview({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const { submittedBy: writer, submittedAt, title, excerpt, hits } = item;
  return (
    <>
      <Row>
        <span>
          {writer?.name ?? '已注销的会员'} 评论《{title}》
        </span>
        <time dateTime={submittedAt}>{showTime(submittedAt)}</time>
        {writer && (
          <Link className="link" to={`/comments?shelf=all&memberId=${writer.id}`}>
            看这位会员的评论
          </Link>
        )}
      </Row>
      <p className={s.comment}>{excerpt || '（已删除）'}</p>
      {hits.length > 0 && <HitList hits={hits} />}
      <Outcome item={item} onDecided={onClose} />
    </>
  );
}
