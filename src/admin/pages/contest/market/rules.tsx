import { Button } from 'antd';
import { useState } from 'react';
import type { MarketRules } from '#features/contest/calls.ts';
import { writePrice } from '#shared/market.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { showNumber } from '../../../parts/show-number.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import s from '../contest.module.css';
import { boardNames } from '../contest-words.ts';
import { FeeDialog } from './fee-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

type TradeRule = MarketRules['trade'][number];
type Fee = MarketRules['fees'][number];
type Hours = MarketRules['sessions'][number];

/** The rules of the exchanges as dated rows: a change is a row from a day on, and what was stays. */
export function Rules() {
  const [adding, setAdding] = useState<'rule' | 'fee' | 'sessions'>();
  const { data, fault, reload } = useLoad('rules', (signal) =>
    call('GET /admin/contest/market/rules', { silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Void title="正在取交易规则 …" />;
  const close = () => setAdding(undefined);
  const settle = () => {
    close();
    reload();
  };
  return (
    <>
      <p className={s.lead}>
        交易所改规则时，从生效那天起加一条；以前的成交仍按当时的规则。每个板块按生效日期取当天适用的最新一条。
      </p>
      <div className={s.part}>
        <Head title="买卖单位与涨跌幅" onAdd={() => setAdding('rule')} />
        <TradeRules rules={data.trade} />
      </div>
      <div className={s.part}>
        <Head title="印花税与过户费" onAdd={() => setAdding('fee')} />
        <Fees fees={data.fees} />
      </div>
      <div className={s.part}>
        <Head title="交易时间" onAdd={() => setAdding('sessions')} />
        <HoursTable hours={data.sessions} />
      </div>
      {adding === 'rule' && <RuleDialog known={data.trade} onClose={close} onDone={settle} />}
      {adding === 'fee' && <FeeDialog newest={data.fees[0]} onClose={close} onDone={settle} />}
      {adding === 'sessions' && <SessionsDialog newest={data.sessions[0]} onClose={close} onDone={settle} />}
    </>
  );
}

function Head({ title, onAdd }: { title: string; onAdd: () => void }) {
  return (
    <div className={s.who}>
      <h2>{title}</h2>
      <Button size="small" aria-label={`新增一条：${title}`} onClick={onAdd}>
        新增一条
      </Button>
    </div>
  );
}

const TradeRules = ({ rules }: { rules: TradeRule[] }) => (
  <WideTable<TradeRule>
    label="买卖单位与涨跌幅"
    rowKey={({ board, isSt, validFrom }) => `${board} ${isSt} ${validFrom}`}
    size="middle"
    pagination={false}
    scroll={{ x: 820 }}
    dataSource={rules}
    columns={[
      {
        title: '板块',
        key: 'board',
        render: (_, { board, isSt }) => `${boardNames[board]}${isSt ? ' ST' : ''}`,
      },
      {
        title: '生效',
        dataIndex: 'validFrom',
        width: 120,
        render: (day: string) => <span className={s.money}>{day}</span>,
      },
      {
        title: '涨跌幅',
        dataIndex: 'limitBp',
        width: 100,
        align: 'right',
        render: (bp: number | null) => (bp === null ? '不限' : `±${bp / 100}%`),
      },
      {
        title: '买入数量（股）',
        key: 'lots',
        width: 270,
        render: (_, { lotLeast, lotStep, lotMost }) =>
          `${lotLeast} 起，每次加 ${lotStep}，最多 ${showNumber(lotMost)}`,
      },
      {
        title: '新股不限',
        dataIndex: 'freeDays',
        width: 110,
        align: 'right',
        render: (days: number) => `前 ${days} 日`,
      },
      {
        title: '最小变动（元）',
        dataIndex: 'tick',
        width: 130,
        align: 'right',
        render: (tick: number) => writePrice(tick, tick),
      },
    ]}
  />
);

const percent = (ppm: number) => `${ppm / 10_000}%`;

const Fees = ({ fees }: { fees: Fee[] }) => (
  <WideTable<Fee>
    label="印花税与过户费"
    rowKey="validFrom"
    size="middle"
    pagination={false}
    scroll={{ x: 420 }}
    dataSource={fees}
    columns={[
      {
        title: '生效',
        dataIndex: 'validFrom',
        render: (day: string) => <span className={s.money}>{day}</span>,
      },
      { title: '印花税（卖出）', dataIndex: 'stampPpm', width: 150, align: 'right', render: percent },
      { title: '过户费（双向）', dataIndex: 'transferPpm', width: 150, align: 'right', render: percent },
    ]}
  />
);

const HoursTable = ({ hours }: { hours: Hours[] }) => (
  <WideTable<Hours>
    label="交易时间"
    rowKey="validFrom"
    size="middle"
    pagination={false}
    scroll={{ x: 420 }}
    dataSource={hours}
    columns={[
      {
        title: '生效',
        dataIndex: 'validFrom',
        width: 120,
        render: (day: string) => <span className={s.money}>{day}</span>,
      },
      {
        title: '时段',
        key: 'parts',
        render: (_, { parts }) => parts.map(({ opens, closes }) => `${opens}–${closes}`).join('、'),
      },
    ]}
  />
);
