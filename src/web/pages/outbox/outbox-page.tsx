import { DEFAULT_LEAF } from '#client/routes.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { definePage } from '../../page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { TextBones } from '../../parts/skeletons.tsx';
import { MessageList } from './message-list.tsx';
import { type Outbox, useOutbox } from './use-outbox.ts';

/**
 * What a demo portal would have sent by SMS and mail, for administrators and on the machine itself (PRODUCT §7).
 * It is fetched in the browser alone: who may see it depends on who asks.
 */
export const page = definePage<null>({
  parameters: [],
  load: async () => null,
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
