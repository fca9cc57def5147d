import { Button } from 'antd';
import { useState } from 'react';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { AdminSeason, Recompute } from '../../manage/schema.ts';
import { recomputeLabel } from '../contest-labels.ts';
import { Differences } from './differences.tsx';

const pollMs = 1500;
const isPending = ({ state }: Recompute) => state === 'queued' || state === 'running';

/** Recomputes: check whether a season's balances, curves and boards match its log. */
export function Recomputes({ season: { id: seasonId } }: { season: AdminSeason }) {
  const [opened, setOpened] = useState<Recompute>();
  const read = useRead(
    'GET /admin/contest/recomputes',
    { seasonId },
    { refetchMs: (data) => (data?.some(isPending) ? pollMs : false) },
  );
  const { send, isSending } = useSend('POST /admin/contest/recompute');
  return (
    <>
      <Quiet>
        从流水重新算出每位选手的资金、持仓、曲线和每个榜单，与现在保存的逐项对照；只比较，不改任何东西。在后台进行，页面可以关掉。
      </Quiet>
      <Row>
        <Button
          type="primary"
          loading={isSending}
          disabled={read.data?.some(isPending) ?? false}
          onClick={() => void send({ seasonId })}
        >
          开始复算
        </Button>
      </Row>
      <DataTable
        label="复算记录"
        unit="次"
        list={wholeList(read)}
        columns={columnsOf(setOpened)}
        width={640}
        empty={<EmptyState title="还没有复算过" />}
      />
      {opened && <Differences recompute={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const columnsOf = (open: (recompute: Recompute) => void): DataColumn<Recompute>[] => [
  {
    key: 'state',
    title: '结果',
    render: (recompute) => <Result recompute={recompute} onOpen={() => open(recompute)} />,
    text: (recompute) => `${recomputeLabel(recompute).label} ${recompute.error}`.trim(),
  },
  { key: 'players', title: '选手', width: 90, align: 'right', render: ({ players }) => showNumber(players) },
  { key: 'entries', title: '流水', width: 110, align: 'right', render: ({ entries }) => showNumber(entries) },
  { key: 'duration', title: '用时', width: 90, align: 'right', render: durationOf, text: durationOf },
  { key: 'createdBy', title: '谁', width: 110 },
  {
    key: 'createdAt',
    title: '时间',
    width: 120,
    render: ({ createdAt }) => <time dateTime={createdAt}>{showTime(createdAt)}</time>,
  },
];

function Result({ recompute, onOpen }: { recompute: Recompute; onOpen: () => void }) {
  const { label, tone } = recomputeLabel(recompute);
  return (
    <Row>
      <Chip tone={tone}>{label}</Chip>
      {recompute.error}
      {recompute.differenceCount > 0 && (
        <Button size="small" danger onClick={onOpen}>
          看哪里不一致
        </Button>
      )}
    </Row>
  );
}

function durationOf({ startedAt, endedAt }: Recompute): string {
  if (!startedAt || !endedAt) return '';
  const seconds = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000));
  return seconds < 60 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`;
}
