import { TabPage } from '#admin/parts/layout/page.tsx';
import { Batches } from './batches.tsx';
import { Coupons } from './coupons.tsx';
import { Plans } from './plans.tsx';

const tabs = [
  { key: 'plans', label: '套餐', content: <Plans /> },
  { key: 'coupons', label: '优惠券', content: <Coupons /> },
  { key: 'codes', label: '兑换码', content: <Batches /> },
];

/** Offers: plans, coupons and redeem codes. */
export const Screen = () => <TabPage title="售卖" tabs={tabs} />;
