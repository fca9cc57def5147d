import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Start } from '#features/start/schema.ts';
import { showTime } from '../../parts/show-time.ts';
import s from './start.module.css';

/** What waits for this person: reviews, their drafts, what comes out next. Nothing is drawn of what is empty. */
export function Waiting({ start: { drafts, scheduled, waiting } }: { start: Start }) {
  const isEmpty = drafts.length === 0 && scheduled.length === 0 && !waiting;
  return (
    <section aria-labelledby="waiting">
      <h2 className={s.heading} id="waiting">
        等着我的
      </h2>
      {isEmpty && <p className={s.nothing}>手上没有没写完的稿子，也没有等着处理的事。</p>}
      <div className={s.cards}>
        {!!waiting && (
          <Card title="待审核">
            <p>
              <Link className="link" to="/moderation">
                {waiting >= 100 ? '至少 100' : waiting} 条等着审核
              </Link>
            </p>
          </Card>
        )}
        {drafts.length > 0 && (
          <Card title="我的草稿">
            <Pieces pieces={drafts.map(({ updatedAt, ...piece }) => ({ ...piece, at: updatedAt }))} />
          </Card>
        )}
        {scheduled.length > 0 && (
          <Card title="将要发布">
            <Pieces pieces={scheduled.map(({ publishedAt, ...piece }) => ({ ...piece, at: publishedAt }))} />
          </Card>
        )}
      </div>
    </section>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={s.card}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Pieces({ pieces }: { pieces: { id: string; title: string; at: string }[] }) {
  return (
    <ul className={s.pieces}>
      {pieces.map(({ id, title, at }) => (
        <li key={id}>
          <Link className="link" to={`/posts/${id}`}>
            {title || '无标题'}
          </Link>
          <time dateTime={at}>{showTime(at)}</time>
        </li>
      ))}
    </ul>
  );
}
