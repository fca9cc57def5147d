import { createElement, Fragment, type ReactNode, useCallback } from 'react';
import { DEFAULT_LEAF } from '#client/routes.ts';
import type { OutboxMessage } from '#features/outbox/schema.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { useClient } from '../../client-context.ts';
import { definePage } from '../../page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { missing } from '../../parts/settle.ts';
import { TextBones } from '../../parts/skeletons.tsx';
import { silent } from '../../parts/use-act.ts';
import { useLoad } from '../../parts/use-load.ts';
import { useWhileVisible } from '../../parts/use-while-visible.ts';
import s from './outbox-page.module.css';

// A code is waited for by somebody who has just asked for it.
const everyMs = 3000;

/**
 * What a demo portal would have sent by SMS and mail, for administrators and on the machine itself (PRODUCT §7).
 * It is fetched in the browser alone: who may see it depends on who asks.
 */
export const page = definePage<null>({
  parameters: [],
  load: async ({ ask }) => {
    const { outbox } = await ask('GET /reception/loginOptions');
    if (!outbox) throw missing();
    return null;
  },
  describe: (_data, _place, site) => ({
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
        <Contents outbox={outbox} refresh={refresh} />
      </ReadingColumn>
    </Main>
  );
}

function Contents({ outbox, refresh }: { outbox: Outbox; refresh: () => void }) {
  if (outbox.state === 'loading') return <TextBones count={4} label="消息加载中" />;
  if (outbox.state === 'failed') return <Failed message={outbox.message} onRetry={refresh} />;
  if (outbox.state === 'closed') return <Closed message={outbox.message} />;
  if (outbox.messages.length === 0)
    return (
      <Void
        title="还没有消息"
        actions={
          <Button size="s" icon="refresh" onClick={refresh}>
            刷新
          </Button>
        }
      >
        <p>在登录页获取一次验证码，它就会出现在这里。</p>
      </Void>
    );
  return <MessageList messages={outbox.messages} />;
}

function Closed({ message }: { message: string }) {
  return (
    <Void
      title="这里看不到消息"
      actions={
        <ButtonLink size="s" href={DEFAULT_LEAF}>
          回首页
        </ButtonLink>
      }
    >
      <p>{message}</p>
    </Void>
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

/** Messages as they would have arrived, the newest first; codes stand out. */
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
          <p className={s.body}>{withCodes(body)}</p>
        </li>
      ))}
    </ul>
  );
}

/** The text with every run of exactly six digits set apart. */
function withCodes(text: string): ReactNode {
  const parts = text.split(/(?<!\d)(\d{6})(?!\d)/);
  const nodes = parts.map((part, place) => (place % 2 === 1 ? createElement('strong', null, part) : part));
  return createElement(Fragment, null, ...nodes);
}

type Outbox =
  | { state: 'loading' }
  | { state: 'shown'; messages: OutboxMessage[] }
  /** Not for this caller, or real senders are configured. */
  | { state: 'closed'; message: string }
  | { state: 'failed'; message: string };

/** The outbox, loaded again every few seconds while its page is in sight. */
function useOutbox(): { outbox: Outbox; refresh: () => void } {
  const client = useClient();
  const { data, fault, reload } = useLoad('outbox', () => client().call('GET /reception/outbox', silent));
  const outbox = readOutbox(data, fault);
  useWhileVisible(reload, everyMs, outbox.state !== 'closed');
  return { outbox, refresh: useCallback(() => void reload(), [reload]) };
}

function readOutbox(
  messages: OutboxMessage[] | undefined,
  fault: { message: string; status: number | undefined } | undefined,
): Outbox {
  if (messages) return { state: 'shown', messages };
  if (!fault) return { state: 'loading' };
  const isClosed = fault.status === 403 || fault.status === 404;
  return { state: isClosed ? 'closed' : 'failed', message: fault.message };
}
