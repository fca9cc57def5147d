import { Button } from 'antd';
import { useState } from 'react';
import type { StaffPlan } from '#features/memberships/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import s from '../sales.module.css';
import { WordChip } from '../word-chip.tsx';
import { showPeriod } from '../words.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** VIP and column subscriptions, on sale or not. */
export function Plans() {
  const [edited, setEdited] = useState<StaffPlan | 'new'>();
  const { data, fault, isLoading, reload } = useLoad('plans', (signal) =>
    call('GET /admin/plan/list', { silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  return (
    <>
      <div className={s.filters}>
        <Button type="primary" onClick={() => setEdited('new')}>
          新建套餐
        </Button>
        <span className={s.quiet}>改价只影响之后的订单，等待支付的订单按下单时的价格。</span>
      </div>
      <WideTable<StaffPlan>
        label="套餐"
        rowKey="id"
        size="middle"
        loading={isLoading}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 720 }}
        locale={{
          emptyText: (
            <Void title={isLoading ? '正在取套餐 …' : '还没有套餐'}>
              <p>建好以后，读者才能开通 VIP 或订阅栏目。</p>
            </Void>
          ),
        }}
        columns={[
          {
            title: '名称',
            key: 'name',
            render: (_, plan) => (
              <>
                <button type="button" className={s.open} onClick={() => setEdited(plan)}>
                  {plan.name}
                </button>
                <span className={s.small}>{plan.scope === 'vip' ? 'VIP' : `栏目：${plan.columnName}`}</span>
              </>
            ),
          },
          { title: '期限', key: 'period', width: 100, render: (_, plan) => showPeriod(plan) },
          {
            title: '价格',
            dataIndex: 'price',
            width: 110,
            align: 'right',
            render: (fen: number) => <span className={s.money}>{formatFen(fen)}</span>,
          },
          {
            title: '首次价格',
            dataIndex: 'firstPrice',
            width: 110,
            align: 'right',
            render: (fen: number | null) => (
              <span className={s.money}>{fen === null ? '—' : formatFen(fen)}</span>
            ),
          },
          {
            title: '状态',
            key: 'state',
            width: 140,
            render: (_, { isActive, isTrial }) => (
              <span className={s.acts}>
                {isActive ? <WordChip label="在售" tone="good" /> : <WordChip label="停售" />}
                {isTrial && <WordChip label="体验" tone="info" />}
              </span>
            ),
          },
          { title: '排序', dataIndex: 'listOrder', width: 80, align: 'right' },
        ]}
      />
      {edited && (
        <PlanDialog
          plan={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            reload();
          }}
        />
      )}
    </>
  );
}
