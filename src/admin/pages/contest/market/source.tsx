import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { MarketHealth } from '#features/contest/market/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import { faultOf, useLoad } from '../../../parts/use-load.ts';
import s from '../contest.module.css';
import { TryForm } from './try-form.tsx';

/** Quotes over HTTP: what is set, how it goes, and a try of an address before it is set. */
export function Source() {
  const { data, fault, reload } = useLoad('source', (signal) =>
    call('GET /admin/contest/market/health', { silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Void title="正在取行情源 …" />;
  return (
    <>
      <div className={s.part}>
        <h2>现在的行情源</h2>
        <Current pull={data.pull} onDone={reload} />
      </div>
      <div className={s.part}>
        <h2>试一个地址</h2>
        <TryForm url={data.pull.url} />
      </div>
    </>
  );
}

function Current({ pull, onDone }: { pull: MarketHealth['pull']; onDone: () => void }) {
  const maySet = usePermit('settings.manage');
  const [isBusy, setIsBusy] = useState(false);
  const { url, everySeconds, last } = pull;
  const pullNow = async () => {
    setIsBusy(true);
    try {
      const { isOk, message } = await call('POST /admin/contest/market/pull', { silent: true });
      if (isOk) toasts.success(message || '已拉取');
      else toasts.error(message);
    } catch (error) {
      toasts.error(faultOf(error).message);
    } finally {
      setIsBusy(false);
      onDone();
    }
  };
  return (
    <>
      <p>
        {url === ''
          ? '没有设置行情源，行情靠 CSV 导入或虚构行情发生器。'
          : `${url}，交易时间内每 ${everySeconds} 秒拉取一次。`}
      </p>
      {last && (
        <p className={last.isOk ? s.quiet : s.error}>
          上一次：{showTime(last.at)}，
          {last.isOk ? `写入 ${last.added} 条，没有变化 ${last.unchanged} 条` : last.message}
          {last.failed > 0 && `，有错 ${last.failed} 条`}；下一次 {showTime(last.nextAt)}
        </p>
      )}
      <div className={s.acts}>
        {url !== '' && (
          <Button loading={isBusy} onClick={() => void pullNow()}>
            现在拉取一次
          </Button>
        )}
        {maySet ? (
          <Link className="link" to="/settings?group=contest">
            在设置里改行情源和发生器
          </Link>
        ) : (
          <span className={s.quiet}>行情源由管理员在「设置」里改。</span>
        )}
      </div>
    </>
  );
}
