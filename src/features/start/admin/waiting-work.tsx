import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { Start } from '../schema.ts';
import s from './start.module.css';

const queues: Record<Start['waiting'][number]['name'], { label: string; to: string }> = {
  reviews: { label: '待审核', to: '/moderation' },
  comments: { label: '待审的评论', to: '/comments' },
  reports: { label: '被举报的评论', to: '/comments?shelf=reported' },
  feedItems: { label: '订阅来稿', to: '/feeds' },
  refunds: { label: '退款申请', to: '/refunds' },
  invoices: { label: '发票申请', to: '/refunds?tab=invoices' },
  withdrawals: { label: '提现申请', to: '/ledger?tab=withdrawals' },
  qualifications: { label: '作者资格', to: '/authors' },
};
const maxCounted = 100;

/** Items that wait for this member: decisions, posts sent back, own drafts, scheduled posts. Empty groups are hidden. */
export function WaitingWork({ start: { drafts, returned, scheduled, waiting } }: { start: Start }) {
  const isEmpty = [drafts, returned, scheduled, waiting].every(({ length }) => length === 0);
  return (
    <Section title="等着我的">
      {isEmpty && <p className={s.nothing}>没有写了一半的稿子，也没有等着处理的事。</p>}
      {waiting.length > 0 && (
        <ul className={s.waiting}>
          {waiting.map(({ name, count }) => (
            <li key={name}>
              <Link to={queues[name].to}>
                <strong>{count >= maxCounted ? `${maxCounted}+` : count}</strong> {queues[name].label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className={s.cards}>
        {returned.length > 0 && (
          <Card title="审核退回给我的">
            <Posts
              posts={returned.map(({ decidedAt, decidedBy, state, note, ...post }) => ({
                ...post,
                at: decidedAt,
                note: `${decidedBy ?? '审核员'}${state === 'changes' ? '要求修改' : '退回'}：${note}`,
              }))}
            />
          </Card>
        )}
        {drafts.length > 0 && (
          <Card title="我的草稿">
            <Posts posts={drafts.map(({ updatedAt, ...post }) => ({ ...post, at: updatedAt }))} />
          </Card>
        )}
        {scheduled.length > 0 && (
          <Card title="将要发布">
            <Posts posts={scheduled.map(({ publishedAt, ...post }) => ({ ...post, at: publishedAt }))} />
          </Card>
        )}
      </div>
    </Section>
  );
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={s.card}>
    <h3>{title}</h3>
    {children}
  </div>
);

const Posts = ({ posts }: { posts: { id: string; title: string; at: string; note?: string }[] }) => (
  <ul className={s.posts}>
    {posts.map(({ id, title, at, note }) => (
      <li key={id}>
        <Link className="link" to={`/posts/${id}`}>
          {title || '无标题'}
        </Link>
        <time dateTime={at}>{showTime(at)}</time>
        {note && <p>{note}</p>}
      </li>
    ))}
  </ul>
);
