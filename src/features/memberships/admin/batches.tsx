import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { formatPeriod, orderKinds } from '#admin/parts/sales/labels.ts';
import { timeColumn, twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { RedeemBatch } from '../schema.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { CodesDrawer } from './codes-drawer.tsx';
import { type CreatedCodes, CreatedCodesDialog } from './created-codes-dialog.tsx';

/** Batches of redeem codes, including gifts that members bought. */
export function Batches() {
  const list = usePages('GET /admin/redeem/batches', {});
  const [isNew, setIsNew] = useState(false);
  const [created, setCreated] = useState<CreatedCodes>();
  const [opened, setOpened] = useState<RedeemBatch>();
  return (
    <>
      <Row>
        <Button type="primary" onClick={() => setIsNew(true)}>
          生成兑换码
        </Button>
        <Quiet>兑换码只在生成时显示一次，请当场保存。</Quiet>
      </Row>
      <DataTable
        label="兑换码批次"
        unit="批"
        list={list}
        columns={columnsOf(setOpened)}
        nameOf={({ name }) => `“${name}”`}
        onOpen={setOpened}
        changes={changes}
        isSelectable={false}
        width={860}
        empty={<EmptyState title="还没有兑换码" />}
      />
      {isNew && (
        <BatchDialog
          onClose={() => setIsNew(false)}
          onCreated={(codes) => {
            setIsNew(false);
            setCreated(codes);
          }}
        />
      )}
      {created && <CreatedCodesDialog {...created} onClose={() => setCreated(undefined)} />}
      {opened && <CodesDrawer batch={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const changes: RowChange<RedeemBatch>[] = [
  {
    verb: '作废',
    isDanger: true,
    warning: '这一批里还没有兑换的码都会作废，已经兑换的不受影响。作废后不能恢复。',
    fits: ({ orderId, redeemed, revoked, codes }) => orderId === null && redeemed + revoked < codes,
    act: async ([batchId = '']) => {
      const options = { body: { batchId }, silent: true };
      const { revoked } = await call('POST /admin/redeem/revoke', options);
      return [{ id: batchId, note: `作废了 ${revoked} 个兑换码` }];
    },
  },
];

const describeGoods = (batch: RedeemBatch) => `${orderKinds[batch.scope]}，${formatPeriod(batch)}`;
const describeRedeemed = ({ redeemed, codes }: RedeemBatch) => `${redeemed} / ${codes}`;

const columnsOf = (open: (batch: RedeemBatch) => void): DataColumn<RedeemBatch>[] => [
  {
    key: 'name',
    title: '批次',
    render: (batch) => (
      <OpenButton
        onClick={() => open(batch)}
        below={batch.orderId === null ? '编辑部生成' : '会员购买的礼物'}
      >
        {batch.name}
      </OpenButton>
    ),
  },
  {
    key: 'scope',
    title: '给什么',
    width: 210,
    render: (batch) => twoLines(describeGoods(batch), batch.scope !== 'vip' && batch.targetName),
    text: (batch) => `${describeGoods(batch)} ${batch.targetName}`.trim(),
  },
  {
    key: 'redeemed',
    title: '已兑换',
    width: 120,
    render: (batch) => twoLines(describeRedeemed(batch), batch.revoked > 0 && `作废 ${batch.revoked}`),
    text: describeRedeemed,
  },
  timeColumn('expiresAt', '有效至', { none: '不限' }),
  timeColumn('createdAt', '生成'),
];
