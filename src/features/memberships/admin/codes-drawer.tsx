import { call } from '#admin/api.ts';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { stateColumn } from '#admin/parts/sales/sales-columns.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { RedeemBatch, RedeemCode } from '../schema.ts';

const states = {
  open: { label: '未兑换', tone: 'info' },
  redeemed: { label: '已兑换', tone: 'good' },
  revoked: { label: '已作废' },
  expired: { label: '已过期' },
} as const;

/** Codes of a batch by their last characters, with the members who redeemed them. */
export function CodesDrawer({ batch, onClose }: { batch: RedeemBatch; onClose: () => void }) {
  const list = usePages('GET /admin/redeem/codes', { batchId: batch.id }, { isInAddress: false });
  return (
    <SideDrawer title={batch.name} width={600} onClose={onClose}>
      <DataTable
        label="兑换码"
        unit="个"
        list={list}
        columns={columns}
        nameOf={({ ending }) => `尾号 ${ending} 的兑换码`}
        changes={batch.orderId === null ? [revokeChange(batch.id)] : []}
        width={480}
        empty={<EmptyState title="没有兑换码" level={3} />}
      />
    </SideDrawer>
  );
}

const revokeChange = (batchId: string): RowChange<RedeemCode> => ({
  verb: '作废',
  isDanger: true,
  warning: '作废后不能恢复。',
  fits: ({ state }) => state === 'open',
  act: ([codeId = '']) => call('POST /admin/redeem/revoke', { body: { batchId, codeId }, silent: true }),
});

const describeRedeemer = ({ memberName, redeemedAt }: RedeemCode) =>
  redeemedAt && `${memberName ?? '已注销'}，${showTime(redeemedAt)}`;

const columns: DataColumn<RedeemCode>[] = [
  { key: 'ending', title: '尾号', width: 90 },
  stateColumn(states),
  { key: 'member', title: '兑换人', render: describeRedeemer, text: describeRedeemer },
];
