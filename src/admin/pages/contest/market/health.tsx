import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import type { MarketHealth } from '#features/contest/market/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { showNumber } from '../../../parts/show-number.ts';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../contest.module.css';
import { Gaps, Stale } from './gaps.tsx';

const generators = { off: '关闭', hours: '交易时间内', always: '全天' } as const;

/** Whether the market's data is whole and fresh. */
export function Health() {
  const { data, fault, isLoading, reload } = useLoad('health', (signal) =>
    call('GET /admin/contest/market/health', { silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Void title="正在查行情状况 …" />;
  return (
    <>
      <div className={s.filters}>
        <Button loading={isLoading} onClick={reload}>
          刷新
        </Button>
        <span className={s.quiet}>
          {data.isSessionOpen ? '现在是交易时间' : '现在不在交易时间'}，超过 {data.freshSeconds}{' '}
          秒的行情不成交。
        </span>
      </div>
      <div className={s.part}>
        <Alarms health={data} />
        <Figures health={data} />
      </div>
      <div className={s.part}>
        <h2>过时的行情</h2>
        <Stale health={data} />
      </div>
      <div className={s.part}>
        <h2>日线缺口</h2>
        <Gaps health={data} />
      </div>
    </>
  );
}

/** What has to be done before the next trade day. */
function Alarms({
  health: { instruments, daysAhead, generator, pull, isSessionOpen, stale },
}: {
  health: MarketHealth;
}) {
  const alarms = [
    instruments === 0 && '还没有证券，请先导入证券表。',
    generator === 'off' &&
      daysAhead === 0 &&
      '交易日历里没有今天及以后的交易日，到时不会开市；请导入交易日。',
    pull.last && !pull.last.isOk && `上一次拉取行情没有成：${pull.last.message}`,
    isSessionOpen &&
      stale.count > 0 &&
      `正在交易，但有 ${stale.count} 只证券的行情过时，它们的委托不会成交。`,
  ].filter((text): text is string => typeof text === 'string');
  return (
    <>
      {alarms.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} />
      ))}
      {generator !== 'off' && (
        <Alert
          type="info"
          showIcon
          title={`虚构行情发生器开着（${generators[generator]}）：标着“虚构”的证券，价格由它编出来，只供试用。`}
        />
      )}
    </>
  );
}

function Figures({ health }: { health: MarketHealth }) {
  const { instruments, expected, found, days, lastQuoteAt, lastDailyDay, daysAhead, generator, pull } =
    health;
  return (
    <dl className={s.cards}>
      <Figure name="证券">{showNumber(instruments)}</Figure>
      <Figure
        name="日线"
        note={days > 0 ? `近 ${days} 个交易日，缺 ${showNumber(expected - found)} 条` : '还没有交易日历'}
      >
        {expected > 0 ? `${Math.floor((found / expected) * 1000) / 10}%` : '—'}
      </Figure>
      <Figure name="最近的日线">{lastDailyDay ?? '—'}</Figure>
      <Figure name="最新的行情">{lastQuoteAt ? showTime(lastQuoteAt) : '—'}</Figure>
      <Figure name="今天起的交易日" note="交易日历里的天数">
        {showNumber(daysAhead)}
      </Figure>
      <Figure name="虚构行情发生器">{generators[generator]}</Figure>
      <Figure
        name="拉取行情"
        note={pull.last ? `${showTime(pull.last.at)}：${pull.last.message || '正常'}` : '还没有拉取过'}
      >
        {pull.url === '' ? '未设置' : `每 ${pull.everySeconds} 秒`}
      </Figure>
    </dl>
  );
}

function Figure({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={s.card}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
