import type { MarketRules } from '#features/contest/market/desk/schema.ts';
import { writePrice } from '#shared/market.ts';
import { showNumber } from '../../../parts/show-number.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import s from '../contest.module.css';
import { boardNames } from '../contest-words.ts';

type TradeRule = MarketRules['trade'][number];
type Fee = MarketRules['fees'][number];
type Hours = MarketRules['sessions'][number];

export const TradeRules = ({ rules }: { rules: TradeRule[] }) => (
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

export const Fees = ({ fees }: { fees: Fee[] }) => (
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

export const HoursTable = ({ hours }: { hours: Hours[] }) => (
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
