import { Link } from 'react-router';
import { HitList } from '#admin/parts/hit-list.tsx';
import { Row } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { ReviewItem } from '../../review/schema.ts';
import s from '../moderation.module.css';
import { Outcome } from './outcome.tsx';

/** A comment under review: its post, its sensitive words and its text. */
export function CommentReview({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
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
