import { useRead } from '#admin/parts/data.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { listOf } from '#admin/parts/list/use-pages.ts';
import type { Recompute, RecomputeDetail } from '../../manage/schema.ts';

/** Differences between the stored values and those recomputed from the log. */
export function Differences({ recompute, onClose }: { recompute: Recompute; onClose: () => void }) {
  const read = useRead('GET /admin/contest/recompute', { id: recompute.id });
  return (
    <ReadDrawer read={read} noun="复算结果" title="不一致的地方" width={720} onClose={onClose}>
      {({ differences, differenceCount }) => (
        <>
          <Quiet>
            金额以分计，价格以厘计，比率以百万分之一计。查明原因以前，先把赛季改为不公开，也不要发奖。
          </Quiet>
          <DataTable
            label="不一致的地方"
            unit="处"
            list={listOf(differences)}
            columns={columns}
            idOf={({ playerId, what }) => `${playerId} ${what}`}
            width={560}
          />
          {differenceCount > differences.length && (
            <Quiet>还有 {differenceCount - differences.length} 处没有列出。</Quiet>
          )}
        </>
      )}
    </ReadDrawer>
  );
}

const columns: readonly DataColumn<RecomputeDetail['differences'][number]>[] = [
  {
    key: 'name',
    title: '选手',
    width: 150,
    render: ({ name, playerId }) => (
      <>
        {name}
        <Quiet>选手 {playerId}</Quiet>
      </>
    ),
    text: ({ name, playerId }) => `${name}（选手 ${playerId}）`,
  },
  { key: 'what', title: '哪一项' },
  { key: 'kept', title: '现在保存的', width: 130 },
  { key: 'rebuilt', title: '流水算出的', width: 130 },
];
