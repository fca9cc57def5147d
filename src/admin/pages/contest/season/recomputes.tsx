import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskSeason, Recompute } from '#features/contest/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { showNumber } from '../../../parts/show-number.ts';
import { showTime } from '../../../parts/show-time.ts';
import { faultOf, useLoad } from '../../../parts/use-load.ts';
import s from '../contest.module.css';
import { wordsOfRecompute } from '../contest-words.ts';
import { DifferencesDrawer } from './differences-drawer.tsx';

const lookAgainMs = 1500;
const isGoing = ({ state }: Recompute) => state === 'queued' || state === 'running';

/** Whether a season's balances, curves and boards are what its log says. */
export function Recomputes({ season }: { season: DeskSeason }) {
  const [isBusy, setIsBusy] = useState(false);
  const [opened, setOpened] = useState<Recompute>();
  const { data, fault, isLoading, reload } = useLoad(season.id, (signal) =>
    call('GET /admin/contest/recomputes', { query: { seasonId: season.id }, silent: true, signal }),
  );
  const hasGoing = data?.some(isGoing) ?? false;
  useEffect(() => {
    if (!hasGoing || isLoading) return;
    const timer = setTimeout(reload, lookAgainMs);
    return () => clearTimeout(timer);
  }, [hasGoing, isLoading, reload]);
  const begin = async () => {
    setIsBusy(true);
    try {
      await call('POST /admin/contest/recompute', { body: { seasonId: season.id }, silent: true });
    } catch (error) {
      toasts.warning(faultOf(error).message);
    } finally {
      setIsBusy(false);
      reload();
    }
  };
  return (
    <section aria-label="复算">
      <p className={s.lead}>
        从流水重新算出每位选手的资金、持仓、曲线和每个榜单，与现在保存的逐项对照；只比较，不改任何东西。在后台进行，页面可以关掉。
      </p>
      <div className={s.filters}>
        <Button type="primary" loading={isBusy} disabled={hasGoing} onClick={() => void begin()}>
          开始复算
        </Button>
      </div>
      {fault && !data ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : !data || data.length === 0 ? (
        <Void title={data ? '还没有复算过' : '正在取复算记录 …'} />
      ) : (
        <ul className={s.list} aria-label="复算记录">
          {data.map((recompute) => (
            <RecomputeItem key={recompute.id} recompute={recompute} onOpen={() => setOpened(recompute)} />
          ))}
        </ul>
      )}
      <DifferencesDrawer recompute={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}

function RecomputeItem({ recompute, onOpen }: { recompute: Recompute; onOpen: () => void }) {
  const { state, players, entries, differenceCount, error, createdBy, createdAt } = recompute;
  const { label, tone } = wordsOfRecompute(recompute);
  return (
    <li className={s.item}>
      <p className={s.who}>
        <Chip tone={tone}>{label}</Chip>
        <span className={s.quiet}>
          {createdBy} · <time dateTime={createdAt}>{showTime(createdAt)}</time>
        </span>
      </p>
      {state === 'done' && (
        <p className={s.quiet}>
          {showNumber(players)} 位选手，{showNumber(entries)} 条流水{spellTime(recompute)}
        </p>
      )}
      {error && <p className={s.error}>{error}</p>}
      {differenceCount > 0 && (
        <div>
          <Button size="small" danger onClick={onOpen}>
            看哪里不一致
          </Button>
        </div>
      )}
    </li>
  );
}

function spellTime({ startedAt, endedAt }: Recompute): string {
  if (!startedAt || !endedAt) return '';
  const seconds = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000));
  return `，用时 ${seconds < 60 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`}`;
}
