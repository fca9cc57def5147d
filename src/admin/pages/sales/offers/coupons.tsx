import { Button, Input, Switch } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { toasts } from '#client/toasts.ts';
import type { Coupon } from '#features/memberships/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { CouponDialog } from './coupon-dialog.tsx';

const scopes: Record<Coupon['scope'], string> = {
  all: '全部',
  vip: 'VIP',
  column: '栏目订阅',
  post: '单篇内容',
};

/** Codes that make something cheaper. */
export function Coupons() {
  const [query, setQuery] = useSearchParams();
  const keyword = query.get('keyword')?.trim().slice(0, 20) || undefined;
  const [round, setRound] = useState(0);
  const [edited, setEdited] = useState<Coupon | 'new'>();
  const settle = () => setRound((count) => count + 1);
  const setActive = async ({ id, code }: Coupon, isActive: boolean) => {
    try {
      await call('POST /admin/coupon/setActive', { body: { id, isActive } });
      toasts.success(isActive ? `${code} 可以用了` : `${code} 已停用`);
      settle();
    } catch {
      // The person has been told in an alert.
    }
  };
  return (
    <>
      <div className={s.filters}>
        <Input.Search
          key={keyword ?? ''}
          className={s.keyword ?? ''}
          aria-label="查找优惠码"
          placeholder="完整的优惠码"
          allowClear
          maxLength={20}
          defaultValue={keyword ?? ''}
          onSearch={(text) => setQuery({ tab: 'coupons', ...(text.trim() && { keyword: text.trim() }) })}
        />
        <Button type="primary" onClick={() => setEdited('new')}>
          新建优惠券
        </Button>
      </div>
      <PagedTable<Coupon>
        label="优惠券"
        of={keyword ?? ''}
        round={round}
        width={900}
        load={(page, signal) =>
          call('GET /admin/coupon/list', { query: { keyword, ...page }, silent: true, signal })
        }
        empty={<Void title={keyword ? '没有这个优惠码' : '还没有优惠券'} />}
        columns={[
          {
            title: '优惠券',
            key: 'coupon',
            render: (_, coupon) => (
              <>
                <button type="button" className={s.open} onClick={() => setEdited(coupon)}>
                  {coupon.name}
                </button>
                <span className={s.small}>{coupon.code}</span>
              </>
            ),
          },
          {
            title: '优惠',
            key: 'off',
            width: 150,
            render: (_, { amountOff, percentOff, leastPrice }) => (
              <>
                {amountOff === null ? `减 ${percentOff}%` : `减 ${formatFen(amountOff)}`}
                {leastPrice > 0 && <span className={s.small}>满 {formatFen(leastPrice)} 可用</span>}
              </>
            ),
          },
          {
            title: '适用',
            key: 'scope',
            width: 130,
            render: (_, { scope, targetId, targetName }) => (
              <>
                {scopes[scope]}
                {targetId && <span className={s.small}>{targetName || `编号 ${targetId}`}</span>}
              </>
            ),
          },
          {
            title: '有效期',
            key: 'period',
            width: 190,
            render: (_, { startsAt, endsAt }) => (
              <>
                {showTime(startsAt)}
                <span className={s.small}>{endsAt ? `到 ${showTime(endsAt)}` : '不限结束'}</span>
              </>
            ),
          },
          {
            title: '已用',
            key: 'used',
            width: 110,
            render: (_, { used, totalLimit, memberLimit }) => (
              <>
                {used} / {totalLimit ?? '不限'}
                <span className={s.small}>每人 {memberLimit} 次</span>
              </>
            ),
          },
          {
            title: '启用',
            key: 'active',
            width: 80,
            render: (_, coupon) => (
              <Switch
                aria-label={`启用 ${coupon.code}`}
                checked={coupon.isActive}
                onChange={(isActive) => void setActive(coupon, isActive)}
              />
            ),
          },
        ]}
      />
      {edited && (
        <CouponDialog
          coupon={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            settle();
          }}
        />
      )}
    </>
  );
}
