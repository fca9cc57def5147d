import { Button, Checkbox } from 'antd';
import { Link } from 'react-router';
import type { DeskComment } from '#features/comments/desk/schema.ts';
import { Avatar } from '#ui/marks/avatar.tsx';
import { Chip } from '../../parts/chip.tsx';
import { showTime } from '../../parts/show-time.ts';
import { HitList } from '../moderation/hit-list.tsx';
import { reportNames, stateNames, stateTones } from './comment-words.ts';
import s from './comments.module.css';

/** What staff can do to comments; the reason is asked for where one is needed. */
export type CommentVerb = 'show' | 'hide' | 'delete' | 'settle';

type CommentCardProps = {
  comment: DeskComment;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onAct: (verb: CommentVerb) => void;
  onMute: () => void;
};

/** A comment as staff judge it: who, where, below what, its words, and what was said about it. */
export function CommentCard({ comment, isChosen, onChoose, onAct, onMute }: CommentCardProps) {
  const { writer, post, answers, state } = comment;
  const name = writer?.name ?? '已注销的会员';
  return (
    <li className={s.card}>
      <Checkbox
        checked={isChosen}
        aria-label={`选择 ${name} 的评论`}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <div className={s.main}>
        <p className={s.by}>
          <Avatar name={name} src={writer?.avatar ?? null} />
          {writer ? (
            <Link to={`?shelf=all&memberId=${writer.id}`} title={`看 ${name} 的全部评论`}>
              {name}
            </Link>
          ) : (
            <span>{name}</span>
          )}
          <Chip tone={stateTones[state]}>{stateNames[state]}</Chip>
          {writer?.mutedUntil && <Chip tone="bad">禁言至 {showTime(writer.mutedUntil)}</Chip>}
          <span className={s.when}>
            {comment.province && <span>{comment.province}</span>}
            <time dateTime={comment.createdAt}>{showTime(comment.createdAt)}</time>
          </span>
        </p>
        {answers && (
          <p className={s.quote}>
            回复 {answers.name}：{answers.body || '（已删除）'}
          </p>
        )}
        <p className={s.text}>{comment.body || '（没有文字）'}</p>
        <Findings comment={comment} />
        <p className={s.below}>
          <Link to={`?shelf=all&postId=${post.id}`} title="看这一篇的全部评论">
            《{post.title}》
          </Link>
          <span>
            赞 {comment.likes}　回复 {comment.replies}
          </span>
        </p>
        <Acts comment={comment} onAct={onAct} onMute={onMute} />
      </div>
    </li>
  );
}

/** Why it is here: what it waits for, its words, what was reported, why it was hidden. */
function Findings({
  comment: { heldFor, hits, reports, reportCount, reason, state },
}: {
  comment: DeskComment;
}) {
  return (
    <>
      {heldFor && heldFor !== '先审后发' && <p className={s.finding}>{heldFor}</p>}
      {hits.length > 0 && <HitList hits={hits} />}
      {reports.length > 0 && (
        <ul className={s.reports} aria-label="举报">
          {reports.map((report) => (
            <li key={`${report.by} ${report.at}`}>
              <Chip tone="warn">{reportNames[report.reason]}</Chip>
              <span>
                {report.note || '没有补充说明'}
                <small>
                  {report.by}，<time dateTime={report.at}>{showTime(report.at)}</time>
                </small>
              </span>
            </li>
          ))}
          {reportCount > reports.length && <li>还有 {reportCount - reports.length} 次举报</li>}
        </ul>
      )}
      {reason && (state === 'hidden' || state === 'deleted') && <p className={s.finding}>理由：{reason}</p>}
    </>
  );
}

function Acts({
  comment: { state, writer, reportCount },
  onAct,
  onMute,
}: Pick<CommentCardProps, 'comment' | 'onAct' | 'onMute'>) {
  return (
    <div className={s.acts}>
      {state === 'pending' && (
        <Button size="small" type="primary" onClick={() => onAct('show')}>
          通过
        </Button>
      )}
      {state === 'hidden' && (
        <Button size="small" onClick={() => onAct('show')}>
          重新显示
        </Button>
      )}
      {reportCount > 0 && (
        <Button size="small" onClick={() => onAct('settle')}>
          没有问题
        </Button>
      )}
      {(state === 'pending' || state === 'visible') && (
        <Button size="small" onClick={() => onAct('hide')}>
          {state === 'pending' ? '不通过' : '隐藏'}
        </Button>
      )}
      {state !== 'deleted' && (
        <Button size="small" danger onClick={() => onAct('delete')}>
          删除
        </Button>
      )}
      {writer && !writer.mutedUntil && (
        <Button size="small" type="text" onClick={onMute}>
          禁言
        </Button>
      )}
    </div>
  );
}
