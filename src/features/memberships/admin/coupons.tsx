import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { orderKinds } from '#admin/parts/sales/labels.ts';
import { twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { StateChip } from '#admin/parts/sales/state-chip.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { formatFen } from '#shared/money.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type Coupon, couponsQuery } from '../schema.ts';
import { CouponDialog } from './coupon-dialog.tsx';

/** Coupons: discount codes. */
export function Coupons() {
  const filters = useFilters(couponsQuery);
  const list = usePages('GET /admin/coupon/list', filters.values);
  const [openCoupon, setOpenCoupon] = useState<Coupon | 'new'>();
  return (
    <>
      <FilterBar>
        <FilterSearch
          filters={filters}
          name="keyword"
          label="查找优惠码"
          placeholder="完整的优惠码"
          maxLength={20}
        />
        <Button type="primary" onClick={() => setOpenCoupon('new')}>
          新建优惠券
        </Button>
      </FilterBar>
      <DataTable
        label="优惠券"
        unit="张"
        list={list}
        columns={columnsOf(setOpenCoupon)}
        nameOf={({ code }) => ` ${code}`}
        onOpen={setOpenCoupon}
        changes={changes}
        width={900}
        empty={<EmptyState title={filters.isNarrowed ? '没有这个优惠码' : '还没有优惠券'} />}
      />
      {openCoupon && (
        <CouponDialog
          coupon={openCoupon === 'new' ? undefined : openCoupon}
          onClose={() => setOpenCoupon(undefined)}
        />
      )}
    </>
  );
}

const setActive =
  (isActive: boolean) =>
  ([id = '']: string[]) =>
    call('POST /admin/coupon/setActive', { body: { id, isActive }, silent: true });

const changes: RowChange<Coupon>[] = [
  {
    verb: '停用',
    fits: ({ isActive }) => isActive,
    act: setActive(false),
    undo: { verb: '启用', act: setActive(true) },
  },
  {
    verb: '启用',
    fits: ({ isActive }) => !isActive,
    act: setActive(true),
    undo: { verb: '停用', act: setActive(false) },
  },
];

const describeDiscount = ({ amountOff, percentOff }: Coupon) =>
  amountOff === null ? `减 ${percentOff}%` : `减 ${formatFen(amountOff)}`;
const describeScope = ({ scope }: Coupon) => (scope === 'all' ? '全部' : orderKinds[scope]);
const describeUse = ({ used, totalLimit }: Coupon) => `${used} / ${totalLimit ?? '不限'}`;

const columnsOf = (open: (coupon: Coupon) => void): DataColumn<Coupon>[] => [
  {
    key: 'name',
    title: '优惠券',
    render: (coupon) => (
      <OpenButton onClick={() => open(coupon)} below={coupon.code}>
        {coupon.name}
      </OpenButton>
    ),
    text: ({ name, code }) => `${name} ${code}`,
  },
  {
    key: 'off',
    title: '优惠',
    width: 150,
    render: (coupon) =>
      twoLines(describeDiscount(coupon), coupon.leastPrice > 0 && `满 ${formatFen(coupon.leastPrice)} 可用`),
    text: describeDiscount,
  },
  {
    key: 'scope',
    title: '适用',
    width: 130,
    render: (coupon) =>
      twoLines(describeScope(coupon), coupon.targetId && (coupon.targetName || `编号 ${coupon.targetId}`)),
    text: (coupon) => `${describeScope(coupon)} ${coupon.targetName}`.trim(),
  },
  {
    key: 'startsAt',
    title: '有效期',
    width: 190,
    render: ({ startsAt, endsAt }) =>
      twoLines(showTime(startsAt), endsAt ? `到 ${showTime(endsAt)}` : '不限结束'),
    text: ({ startsAt, endsAt }) => `${startsAt} / ${endsAt ?? '不限结束'}`,
  },
  {
    key: 'used',
    title: '已用',
    width: 110,
    render: (coupon) => twoLines(describeUse(coupon), `每人 ${coupon.memberLimit} 次`),
    text: describeUse,
  },
  {
    key: 'isActive',
    title: '状态',
    width: 90,
    render: ({ isActive }) =>
      isActive ? <StateChip label="启用" tone="good" /> : <StateChip label="停用" />,
    text: ({ isActive }) => (isActive ? '启用' : '停用'),
  },
];
