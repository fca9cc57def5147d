import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../../parts/page-head.tsx';
import { Batches } from './batches.tsx';
import { Coupons } from './coupons.tsx';
import { Plans } from './plans.tsx';

const tabs = [
  { key: 'plans', label: '套餐', children: <Plans /> },
  { key: 'coupons', label: '优惠券', children: <Coupons /> },
  { key: 'codes', label: '兑换码', children: <Batches /> },
];

/** What is for sale, and what makes it cheaper or free. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find(({ key }) => key === query.get('tab'))?.key ?? 'plans';
  return (
    <>
      <PageHead title="售卖" />
      <Tabs
        activeKey={tab}
        aria-label="售卖"
        destroyOnHidden
        onChange={(key) => setQuery(key === 'plans' ? {} : { tab: key })}
        items={tabs}
      />
    </>
  );
}
