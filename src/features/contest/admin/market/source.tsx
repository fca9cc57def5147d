import { Button } from 'antd';
import { Link } from 'react-router';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Row, Section } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { MarketHealth } from '../../market/manage/schema.ts';
import s from '../contest.module.css';
import { TryForm } from './try-form.tsx';

/** Quotes over HTTP: the source, the last pull, and a test of a URL before it is configured. */
export const Source = () => (
  <Loaded read={useRead('GET /admin/contest/market/health')} noun="行情源">
    {({ pull }) => (
      <>
        <Section title="现在的行情源">
          <CurrentSource pull={pull} />
        </Section>
        <Section title="试一个地址">
          <TryForm url={pull.url} />
        </Section>
      </>
    )}
  </Loaded>
);

function CurrentSource({ pull: { url, everySeconds, last } }: { pull: MarketHealth['pull'] }) {
  const canEditSettings = usePermit('settings.manage');
  const { send, isSending } = useSend('POST /admin/contest/market/pull', {
    onDone: ({ isOk, message }) => (isOk ? toasts.success(message || '已拉取') : toasts.error(message)),
  });
  return (
    <>
      <p className={s.text}>
        {url === ''
          ? '没有设置行情源，行情靠 CSV 导入或虚构行情发生器。'
          : `${url}，交易时间内每 ${everySeconds} 秒拉取一次。`}
      </p>
      {last && <LastPull last={last} />}
      <Row>
        {url !== '' && (
          <Button loading={isSending} onClick={() => void send(undefined)}>
            现在拉取一次
          </Button>
        )}
        {canEditSettings ? (
          <Link className="link" to="/settings?group=contest">
            在设置里改行情源和发生器
          </Link>
        ) : (
          <Quiet>行情源由管理员在“设置”里改。</Quiet>
        )}
      </Row>
    </>
  );
}

const LastPull = ({ last }: { last: NonNullable<MarketHealth['pull']['last']> }) => (
  <p className={last.isOk ? s.text : s.error}>
    上一次：{showTime(last.at)}，
    {last.isOk ? `写入 ${last.added} 条，没有变化 ${last.unchanged} 条` : last.message}
    {last.failed > 0 && `，有错 ${last.failed} 条`}；下一次 {showTime(last.nextAt)}
  </p>
);
