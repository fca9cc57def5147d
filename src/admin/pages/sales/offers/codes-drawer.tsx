import { App, Button, Drawer } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { RedeemBatch, RedeemCode } from '#features/memberships/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { WordChip } from '../word-chip.tsx';

const states = {
  open: { label: '未兑换', tone: 'info' },
  redeemed: { label: '已兑换', tone: 'good' },
  revoked: { label: '已作废' },
  expired: { label: '已过期' },
} as const;

/** The codes of a batch by their endings, and who redeemed them. */
export function CodesDrawer({
  batch,
  onClose,
  onChanged,
}: {
  batch: RedeemBatch | undefined;
  onClose: () => void;
  onChanged: () => void;
}) {
  return (
    <Drawer
      open={batch !== undefined}
      onClose={onClose}
      size={600}
      title={batch?.name ?? '兑换码'}
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {batch && <Codes key={batch.id} batch={batch} onChanged={onChanged} />}
    </Drawer>
  );
}

function Codes({ batch, onChanged }: { batch: RedeemBatch; onChanged: () => void }) {
  const { modal } = App.useApp();
  const [round, setRound] = useState(0);
  const revoke = ({ id, ending }: RedeemCode) =>
    modal.confirm({
      title: `作废尾号 ${ending} 的兑换码？`,
      content: '作废后不能恢复。',
      okText: '作废',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/redeem/revoke', { body: { batchId: batch.id, codeId: id } });
          toasts.success('兑换码已作废');
          setRound((count) => count + 1);
          onChanged();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  return (
    <PagedTable<RedeemCode>
      label="兑换码"
      of={batch.id}
      round={round}
      width={480}
      load={(page, signal) =>
        call('GET /admin/redeem/codes', { query: { batchId: batch.id, ...page }, silent: true, signal })
      }
      empty={<Void title="没有兑换码" level={3} />}
      columns={[
        { title: '尾号', dataIndex: 'ending', width: 90 },
        {
          title: '状态',
          key: 'state',
          width: 100,
          render: (_, { state }) => <WordChip {...states[state]} />,
        },
        {
          title: '兑换人',
          key: 'member',
          render: (_, { memberName, redeemedAt }) =>
            redeemedAt && `${memberName ?? '已注销'}，${showTime(redeemedAt)}`,
        },
        {
          title: '操作',
          key: 'acts',
          width: 90,
          render: (_, code) =>
            code.state === 'open' &&
            batch.orderId === null && (
              <Button size="small" danger aria-label={`作废 ${code.ending}`} onClick={() => revoke(code)}>
                作废
              </Button>
            ),
        },
      ]}
    />
  );
}
