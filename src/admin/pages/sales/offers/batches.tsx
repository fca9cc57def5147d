import { App, Button } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { RedeemBatch } from '#features/memberships/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { orderKinds, showPeriod } from '../words.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { CodesDrawer } from './codes-drawer.tsx';
import { type MadeCodes, MadeCodesDialog } from './made-codes.tsx';

/** Batches of codes that give something for nothing; gifts that members bought are among them. */
export function Batches() {
  const { modal } = App.useApp();
  const [round, setRound] = useState(0);
  const [isNew, setIsNew] = useState(false);
  const [made, setMade] = useState<MadeCodes>();
  const [opened, setOpened] = useState<RedeemBatch>();
  const settle = () => setRound((count) => count + 1);
  const revoke = (batch: RedeemBatch) =>
    modal.confirm({
      title: `作废“${batch.name}”里还没有兑换的码？`,
      content: '已经兑换的不受影响。作废后不能恢复。',
      okText: '作废',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          const { revoked } = await call('POST /admin/redeem/revoke', { body: { batchId: batch.id } });
          toasts.success(`作废了 ${revoked} 个兑换码`);
          settle();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  return (
    <>
      <div className={s.filters}>
        <Button type="primary" onClick={() => setIsNew(true)}>
          生成兑换码
        </Button>
        <span className={s.quiet}>兑换码只在生成时显示一次，请当场保存。</span>
      </div>
      <PagedTable<RedeemBatch>
        label="兑换码批次"
        of=""
        round={round}
        width={860}
        load={(page, signal) => call('GET /admin/redeem/batches', { query: page, silent: true, signal })}
        empty={<Void title="还没有兑换码" />}
        columns={[
          {
            title: '批次',
            key: 'name',
            render: (_, batch) => (
              <>
                <button type="button" className={s.open} onClick={() => setOpened(batch)}>
                  {batch.name}
                </button>
                <span className={s.small}>{batch.orderId === null ? '编辑部生成' : '会员购买的礼物'}</span>
              </>
            ),
          },
          {
            title: '给什么',
            key: 'gives',
            width: 210,
            render: (_, batch) => (
              <>
                {orderKinds[batch.scope]}，{showPeriod(batch)}
                {batch.scope !== 'vip' && <span className={s.small}>{batch.targetName}</span>}
              </>
            ),
          },
          {
            title: '已兑换',
            key: 'redeemed',
            width: 120,
            render: (_, { redeemed, codes, revoked }) => (
              <>
                {redeemed} / {codes}
                {revoked > 0 && <span className={s.small}>作废 {revoked}</span>}
              </>
            ),
          },
          {
            title: '有效至',
            dataIndex: 'expiresAt',
            width: 130,
            render: (at: string | null) => (at ? showTime(at) : '不限'),
          },
          { title: '生成', dataIndex: 'createdAt', width: 130, render: (at: string) => showTime(at) },
          {
            title: '操作',
            key: 'acts',
            width: 90,
            render: (_, batch) =>
              batch.orderId === null &&
              batch.redeemed + batch.revoked < batch.codes && (
                <Button size="small" danger aria-label={`作废 ${batch.name}`} onClick={() => revoke(batch)}>
                  作废
                </Button>
              ),
          },
        ]}
      />
      {isNew && (
        <BatchDialog
          onClose={() => setIsNew(false)}
          onDone={(codes) => {
            setIsNew(false);
            setMade(codes);
            settle();
          }}
        />
      )}
      {made && <MadeCodesDialog {...made} onClose={() => setMade(undefined)} />}
      <CodesDrawer batch={opened} onClose={() => setOpened(undefined)} onChanged={settle} />
    </>
  );
}
