import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Chip, type ChipTone } from '#admin/parts/chip.tsx';
import { HitList } from '#admin/parts/hit-list.tsx';
import type { Selection } from '#admin/parts/list/use-selection.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import type { AdminComment } from '../manage/schema.ts';
import type { ReportReason } from '../schema.ts';
import s from './comments.module.css';
import { SelectComment } from './select-page.tsx';

type Props = {
  comment: AdminComment;
  selection: Selection<AdminComment>;
  actions: ReactNode;
};

/** The writer's name; that of an imported comment has no account here. */
export const writerNameOf = ({ writer, guestName }: AdminComment): string =>
  writer?.name ?? (guestName === null ? '已注销的会员' : `${guestName}（旧站）`);

/** A comment for moderation: its writer, post, parent comment, text, sensitive words and reports. */
export function CommentCard({ comment, selection, actions }: Props) {
  const { post, answers } = comment;
  const name = writerNameOf(comment);
  return (
    <li className={s.card}>
      <SelectComment {...{ comment, name, selection }} />
      <div className={s.main}>
        <Byline comment={comment} name={name} />
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
        {actions}
      </div>
    </li>
  );
}

const Byline = ({ comment, name }: { comment: AdminComment; name: string }) => (
  <p className={s.by}>
    <Avatar name={name} src={comment.writer?.avatar ?? null} />
    {comment.writer ? (
      <Link to={`?shelf=all&memberId=${comment.writer.id}`} title={`看 ${name} 的全部评论`}>
        {name}
      </Link>
    ) : (
      <span>{name}</span>
    )}
    <Chip tone={stateTones[comment.state]}>{stateNames[comment.state]}</Chip>
    {comment.writer?.mutedUntil && <Chip tone="bad">禁言至 {showTime(comment.writer.mutedUntil)}</Chip>}
    <span className={s.when}>
      {comment.province && <span>{comment.province}</span>}
      <time dateTime={comment.createdAt}>{showTime(comment.createdAt)}</time>
    </span>
  </p>
);

/** Reasons why the comment is listed: pending review, sensitive words, reports, or the reason why it is hidden. */
function Findings({ comment }: { comment: AdminComment }) {
  const { heldFor, hits, reason, state } = comment;
  return (
    <>
      {heldFor && heldFor !== '先审后发' && <p className={s.finding}>{heldFor}</p>}
      {hits.length > 0 && <HitList hits={hits} />}
      <Reports comment={comment} />
      {reason && (state === 'hidden' || state === 'deleted') && <p className={s.finding}>理由：{reason}</p>}
    </>
  );
}

function Reports({ comment: { reports, reportCount } }: { comment: AdminComment }) {
  if (reports.length === 0) return null;
  return (
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
  );
}

const stateNames: Record<AdminComment['state'], string> = {
  pending: '待审',
  visible: '已显示',
  hidden: '已隐藏',
  deleted: '已删除',
};
const stateTones: Record<AdminComment['state'], ChipTone | undefined> = {
  pending: 'warn',
  visible: 'good',
  hidden: 'bad',
  deleted: undefined,
};

const reportNames: Record<ReportReason, string> = {
  spam: '广告或刷屏',
  abuse: '辱骂攻击',
  illegal: '违法违规',
  securities: '荐股诱导',
  rumour: '谣言不实',
  other: '其他',
};
