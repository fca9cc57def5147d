import { Link } from 'react-router';
import type { ReviewItem } from '#features/moderation/review/schema.ts';
import { showTime } from '../../../parts/show-time.ts';
import { HitList } from '../hit-list.tsx';
import s from '../moderation.module.css';
import { DecideForm } from './decide-form.tsx';
import { outcomeOf } from './outcome.ts';

/** A comment as a reviewer reads it before deciding: below what it stands, its words, and its text as it was typed. */
export function CommentSheet({ item, onDecided }: { item: ReviewItem; onDecided: () => void }) {
  const writer = item.submittedBy;
  return (
    <div className={s.sheet}>
      <p className={s.facts}>
        <span>
          {writer?.name ?? '已注销的会员'} 评论《{item.title}》
        </span>
        <time dateTime={item.submittedAt}>{showTime(item.submittedAt)}</time>
        {writer && (
          <Link className="link" to={`/comments?shelf=all&memberId=${writer.id}`}>
            看这位会员的评论
          </Link>
        )}
      </p>
      <p className={s.comment}>{item.excerpt || '（已删除）'}</p>
      {item.hits.length > 0 && <HitList hits={item.hits} />}
      {item.state === 'pending' ? (
        <DecideForm item={item} onDecided={onDecided} />
      ) : (
        <p className={s.hint}>{outcomeOf(item)}</p>
      )}
    </div>
  );
}
