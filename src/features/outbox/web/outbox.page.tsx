import { createElement, Fragment, type ReactNode, useCallback } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { EmptyState, ErrorState } from '#ui/states/empty-state.tsx';
import { useClient } from '#web/client-context.ts';
import { definePage } from '#web/page.ts';
import { HomeButton } from '#web/parts/home-links.tsx';
import { PageHead } from '#web/parts/page-head.tsx';
import { notFoundError } from '#web/parts/settle-all.ts';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import { silent } from '#web/parts/use-action.ts';
import { useLoad } from '#web/parts/use-load.ts';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import type { OutboxMessage } from '../schema.ts';
import s from './outbox.module.css';

// Short, because a person who has just requested a code waits for it.
const pollMs = 3000;

/**
 * The messages that a demo site would have sent by SMS and mail, for administrators and on the machine itself
 * (docs/product.md §17). Only the browser loads them, since access depends on the caller.
 */
export const page = definePage<null>({
  parameters: [],
  load: async ({ fetchCall }) => {
    const { outbox } = await fetchCall('GET /reception/loginOptions');
    if (!outbox) throw notFoundError();
    return null;
  },
  describe: (_data, _pageLocation, site) => ({
    title: `发件箱 - ${site.name}`,
    description: '演示模式下没有真正发出的短信和邮件。',
    isNoindex: true,
  }),
  Page: OutboxPage,
});

function OutboxPage() {
  const { outbox, refresh } = useOutbox();
  return (
    <Main>
      <ReadingColumn>
        <PageHead title="发件箱" note="演示模式下，短信和邮件不会真正发出，最近 50 条留在这里。" />
        {outbox.state === 'shown' && outbox.messages.length > 0 && (
          <Button size="s" icon="refresh" onClick={refresh}>
            刷新
          </Button>
        )}
        <OutboxContents outbox={outbox} refresh={refresh} />
      </ReadingColumn>
    </Main>
  );
}

function OutboxContents({ outbox, refresh }: { outbox: Outbox; refresh: () => void }) {
  if (outbox.state === 'loading') return <TextSkeleton count={4} label="消息加载中" />;
  if (outbox.state === 'failed') return <ErrorState message={outbox.message} onRetry={refresh} />;
  if (outbox.state === 'closed') return <OutboxClosed message={outbox.message} />;
  if (outbox.messages.length === 0)
    return (
      <EmptyState
        title="还没有消息"
        actions={
          <Button size="s" icon="refresh" onClick={refresh}>
            刷新
          </Button>
        }
      >
        <p>在登录页获取一次验证码，它就会出现在这里。</p>
      </EmptyState>
    );
  return <MessageList messages={outbox.messages} />;
}

function OutboxClosed({ message }: { message: string }) {
  return (
    <EmptyState title="这里看不到消息" actions={<HomeButton />}>
      <p>{message}</p>
    </EmptyState>
  );
}

interface Message {
  id: string;
  channel: 'sms' | 'mail';
  recipient: string;
  subject: string;
  body: string;
  /** ISO 8601. */
  createdAt: string;
}

/** The messages as they would have arrived, newest first, with codes highlighted. */
function MessageList({ messages }: { messages: readonly Message[] }) {
  return (
    <ul className={s.list} aria-label="消息">
      {messages.map(({ id, channel, recipient, subject, body, createdAt }) => (
        <li key={id} className={s.message}>
          <p className={s.head}>
            <span>{channel === 'sms' ? '短信' : '邮件'}</span>
            <span className="fig">{recipient}</span>
            <time dateTime={createdAt}>{createdAt.slice(0, 19).replace('T', ' ')}</time>
          </p>
          {subject && <p className={s.subject}>{subject}</p>}
          <p className={s.body}>{highlightCodes(body)}</p>
        </li>
      ))}
    </ul>
  );
}

/** Highlights every run of exactly six digits. */
function highlightCodes(text: string): ReactNode {
  const parts = text.split(/(?<!\d)(\d{6})(?!\d)/);
  const nodes = parts.map((part, index) => (index % 2 === 1 ? createElement('strong', null, part) : part));
  return createElement(Fragment, null, ...nodes);
}

type Outbox =
  | { state: 'loading' }
  | { state: 'shown'; messages: OutboxMessage[] }
  /** The caller has no access, or real senders are configured. */
  | { state: 'closed'; message: string }
  | { state: 'failed'; message: string };

/** The outbox, polled while its page is visible. */
function useOutbox(): { outbox: Outbox; refresh: () => void } {
  const client = useClient();
  const { data, error, reload } = useLoad('outbox', () => client().call('GET /reception/outbox', silent));
  const outbox = toOutbox(data, error);
  useWhileVisible(reload, pollMs, outbox.state !== 'closed');
  return { outbox, refresh: useCallback(() => void reload(), [reload]) };
}

function toOutbox(
  messages: OutboxMessage[] | undefined,
  error: { message: string; status: number | undefined } | undefined,
): Outbox {
  if (messages) return { state: 'shown', messages };
  if (!error) return { state: 'loading' };
  const isForbidden = error.status === 403 || error.status === 404;
  return { state: isForbidden ? 'closed' : 'failed', message: error.message };
}
