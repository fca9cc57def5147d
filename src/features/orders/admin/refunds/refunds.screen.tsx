import { TabPage } from '#admin/parts/layout/page.tsx';
import { Invoices } from './invoices.tsx';
import { Refunds } from './refunds.tsx';

const tabs = [
  { key: 'refunds', label: '退款', content: <Refunds /> },
  { key: 'invoices', label: '发票', content: <Invoices /> },
];

/** After-sales requests: refunds and invoices. */
export const Screen = () => <TabPage title="退款与发票" tabs={tabs} />;
