import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useClient } from '#web/client-context.ts';
import { definePage, type PageLocation } from '#web/page.ts';
import { PageHead } from '#web/parts/page-head.tsx';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useLoad } from '#web/parts/use-load.ts';

/**
 * The target of the unsubscribe link in a mail. It shows what would end and waits for a press, because mail clients
 * open links automatically. The page loads its data in the browser only, so that no page with a token is cached.
 */
export const page = definePage<null>({
  parameters: [],
  load: async () => null,
  describe: (_data, _pageLocation, site) => ({
    title: `退订邮件 - ${site.name}`,
    description: '不再接收某一类通知的邮件。',
    isNoindex: true,
  }),
  Page: ({ pageLocation }) => <Unsubscribe pageLocation={pageLocation} />,
});

const settingsLink = (
  <ButtonLink size="s" href="/personal/notices">
    全部通知设置
  </ButtonLink>
);

const isLetter = (kind: string): boolean => kind === 'letter' || kind === 'daily' || kind === 'weekly';

function Unsubscribe({ pageLocation }: { pageLocation: PageLocation }) {
  const token = pageLocation.query.get('token') ?? '';
  const client = useClient();
  const endAction = useAction();
  const {
    data: subscription,
    error,
    change,
  } = useLoad(token, () =>
    client().call('GET /reception/noticeSubscription', { query: { token }, ...silent }),
  );

  const unsubscribe = () =>
    endAction.run(async (call) => {
      const subscription = await call('POST /reception/endNoticeSubscription', {
        body: { token },
        ...silent,
      });
      change(() => subscription);
    });

  return (
    <Main>
      <ReadingColumn>
        <PageHead title="退订邮件" />
        {error && (
          <EmptyState title="这个链接打不开" actions={settingsLink}>
            <p>{error.message}</p>
          </EmptyState>
        )}
        {!error && !subscription && <TextSkeleton count={2} label="加载中" />}
        {subscription?.isOn && (
          <EmptyState
            title={`不再接收“${subscription.label}”的邮件？`}
            actions={
              <Button tone="ink" busy={endAction.isBusy} onClick={() => void unsubscribe()}>
                不再接收
              </Button>
            }
          >
            <p>
              {subscription.account && `收件邮箱是 ${subscription.account}。`}
              {isLetter(subscription.kind) ? '' : '站内消息照常送达，'}随时可以在通知设置里再打开。
            </p>
            {endAction.error && <FormError>{endAction.error}</FormError>}
          </EmptyState>
        )}
        {subscription && !subscription.isOn && (
          <EmptyState title="已退订" actions={settingsLink}>
            <p role="status">
              “{subscription.label}”的邮件不会再发给你。
              {isLetter(subscription.kind) ? '' : '站内消息照常送达。'}
            </p>
          </EmptyState>
        )}
      </ReadingColumn>
    </Main>
  );
}
