import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Fault } from '#ui/controls/form-parts.tsx';
import { Main } from '#ui/layout/main.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { Void } from '#ui/states/void.tsx';
import { useClient } from '../../client-context.ts';
import { definePage, type Place } from '../../page.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { TextBones } from '../../parts/skeletons.tsx';
import { silent, useAct } from '../../parts/use-act.ts';
import { useLoad } from '../../parts/use-load.ts';

/**
 * Where a link in a letter leads: it says what would end, and ends it at a press, since mailboxes open links by
 * themselves. It is fetched in the browser alone, so that no page with somebody's token is kept.
 */
export const page = definePage<null>({
  parameters: [],
  load: async () => null,
  describe: (_data, _place, site) => ({
    title: `退订邮件 - ${site.name}`,
    description: '不再接收某一类通知的邮件。',
    isNoindex: true,
  }),
  Page: ({ place }) => <Unsubscribe place={place} />,
});

const settingsLink = (
  <ButtonLink size="s" href="/personal/notices">
    全部通知设置
  </ButtonLink>
);

function Unsubscribe({ place }: { place: Place }) {
  const token = place.query.get('token') ?? '';
  const client = useClient();
  const ended = useAct();
  const {
    data: subscription,
    fault,
    change,
  } = useLoad(token, () =>
    client().call('GET /reception/noticeSubscription', { query: { token }, ...silent }),
  );

  const end = () =>
    ended.run(async (call) => {
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
        {fault && (
          <Void title="这个链接打不开" actions={settingsLink}>
            <p>{fault.message}</p>
          </Void>
        )}
        {!fault && !subscription && <TextBones count={2} label="加载中" />}
        {subscription?.isOn && (
          <Void
            title={`不再接收「${subscription.label}」的邮件？`}
            actions={
              <Button tone="ink" busy={ended.isBusy} onClick={() => void end()}>
                不再接收
              </Button>
            }
          >
            <p>站内消息照常送达，邮件随时可以在通知设置里再打开。</p>
            {ended.error && <Fault>{ended.error}</Fault>}
          </Void>
        )}
        {subscription && !subscription.isOn && (
          <Void title="已退订" actions={settingsLink}>
            <p role="status">「{subscription.label}」的邮件不会再发给你。站内消息照常送达。</p>
          </Void>
        )}
      </ReadingColumn>
    </Main>
  );
}
