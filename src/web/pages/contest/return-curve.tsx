import { useMemo } from 'react';
import type { ContestAccount, ContestSeason } from '#features/contest/schema.ts';
import { toneOfReturn, writeReturn } from '#shared/market.ts';
import { PartNote } from '#ui/states/notice.tsx';
import { TextBones } from '../../parts/skeletons.tsx';
import { ChartGate } from './charts/chart-gate.tsx';
import { Figure } from './figure.tsx';
import { type ReturnCurve as Returns, returnsOf } from './returns.ts';
import { ChartBox, Legend } from './trade-layout.tsx';
import { TwinTable } from './trade-table.tsx';

const loadDrawings = () => import('./charts/drawn-market.tsx');
const waiting = <TextBones count={6} label="曲线加载中" />;

type ReturnCurveProps = {
  /** Whose it is: 我, or a player's name. */
  name: string;
  /** An account, or a player as everybody sees them. */
  of: Pick<ContestAccount, 'curve' | 'indexBase'>;
  season: Pick<ContestSeason, 'startingCash' | 'index'>;
};

/** How a player did evening by evening, against the index of the season. */
export function ReturnCurve({ name, of, season: { startingCash, index } }: ReturnCurveProps) {
  const returns = useMemo(() => returnsOf(of, startingCash), [of, startingCash]);
  const lines = useMemo(
    () => [
      { name, role: 'accent' as const, returns: returns.own },
      ...(returns.index && index
        ? [{ name: index.name, role: 'info' as const, returns: returns.index }]
        : []),
    ],
    [name, index, returns],
  );
  if (returns.days.length === 0) return <PartNote>第一个交易日收盘清算后，这里画出收益曲线。</PartNote>;
  const last = lines.map((line) => `${line.name} ${writeReturn(line.returns.at(-1) ?? null)}`).join('，');
  return (
    <>
      <ChartBox notes={<Legend items={lines.map(({ name: label, role }) => ({ label, role }))} />}>
        <ChartGate load={loadDrawings} waiting={waiting}>
          {({ ReturnLines }) => (
            <ReturnLines
              days={returns.days}
              lines={lines}
              summary={`收益曲线：${returns.days[0]} 至 ${returns.days.at(-1)}，共 ${returns.days.length} 个交易日，${last}`}
            />
          )}
        </ChartGate>
      </ChartBox>
      <Table returns={returns} names={lines.map((line) => line.name)} />
    </>
  );
}

const tableDays = 20;

function Table({ returns: { days, own, index }, names }: { returns: Returns; names: readonly string[] }) {
  const cell = (ppm: number | null | undefined, key: string) => (
    <Figure key={key} tone={toneOfReturn(ppm ?? null)}>
      {writeReturn(ppm ?? null)}
    </Figure>
  );
  const rows = days.map((day, at) => ({
    key: day,
    cells: [<time key="day">{day}</time>, cell(own[at], 'own'), cell(index?.[at], 'index')],
  }));
  return (
    <TwinTable
      summary={`以表格查看最近 ${Math.min(tableDays, rows.length)} 天`}
      label="每日收益率"
      columns={[{ label: '日期' }, ...names.map((label) => ({ label, isFigure: true }))]}
      rows={rows.slice(-tableDays).reverse()}
    />
  );
}
