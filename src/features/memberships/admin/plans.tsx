import { Button } from 'antd';
import { useState } from 'react';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import { formatPeriod } from '#admin/parts/sales/labels.ts';
import { formatFen } from '#shared/money.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { AdminPlan } from '../schema.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** VIP and column plans, on sale or not. */
export function Plans() {
  const [opened, setOpened] = useState<AdminPlan | 'new'>();
  const list = wholeList(useRead('GET /admin/plan/list'));
  return (
    <>
      <Row>
        <Button type="primary" onClick={() => setOpened('new')}>
          新建套餐
        </Button>
        <Quiet>改价只影响之后的订单，等待支付的订单按下单时的价格。</Quiet>
      </Row>
      <DataTable
        label="套餐"
        unit="个"
        list={list}
        columns={columnsOf(setOpened)}
        nameOf={({ name }) => name}
        onOpen={setOpened}
        width={720}
        empty={
          <EmptyState title="还没有套餐">
            <p>建好以后，读者才能开通 VIP 或订阅栏目。</p>
          </EmptyState>
        }
      />
      {opened && (
        <PlanDialog plan={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const describeScope = ({ scope, columnName }: AdminPlan) => (scope === 'vip' ? 'VIP' : `栏目：${columnName}`);

const columnsOf = (open: (plan: AdminPlan) => void): DataColumn<AdminPlan>[] => [
  {
    key: 'name',
    title: '名称',
    sort: (a, b) => a.name.localeCompare(b.name, 'zh-CN'),
    render: (plan) => (
      <OpenButton onClick={() => open(plan)} below={describeScope(plan)}>
        {plan.name}
      </OpenButton>
    ),
  },
  { key: 'period', title: '期限', width: 100, render: formatPeriod, text: formatPeriod },
  {
    key: 'price',
    title: '价格（元）',
    width: 110,
    align: 'right',
    sort: (a, b) => a.price - b.price,
    render: ({ price }) => formatFen(price),
    text: ({ price }) => price / 100,
  },
  {
    key: 'firstPrice',
    title: '首次价格（元）',
    width: 130,
    align: 'right',
    render: ({ firstPrice }) => (firstPrice === null ? '—' : formatFen(firstPrice)),
    text: ({ firstPrice }) => firstPrice && firstPrice / 100,
  },
  {
    key: 'isActive',
    title: '状态',
    width: 140,
    render: ({ isActive, isTrial }) => (
      <Row>
        <Chip tone={isActive ? 'good' : undefined}>{isActive ? '在售' : '停售'}</Chip>
        {isTrial && <Chip tone="info">体验</Chip>}
      </Row>
    ),
    text: ({ isActive }) => (isActive ? '在售' : '停售'),
  },
  {
    key: 'listOrder',
    title: '排序',
    width: 80,
    align: 'right',
    sort: (a, b) => a.listOrder - b.listOrder,
  },
];
