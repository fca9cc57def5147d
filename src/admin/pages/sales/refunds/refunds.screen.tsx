import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../../parts/page-head.tsx';
import { Invoices } from './invoices.tsx';
import { Refunds } from './refunds.tsx';

/** What readers ask for after buying: their money back, an invoice. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'invoices' ? 'invoices' : 'refunds';
  return (
    <>
      <PageHead title="退款与发票" />
      <Tabs
        activeKey={tab}
        aria-label="退款与发票"
        destroyOnHidden
        onChange={(key) => setQuery(key === 'invoices' ? { tab: key } : {})}
        items={[
          { key: 'refunds', label: '退款', children: <Refunds /> },
          { key: 'invoices', label: '发票', children: <Invoices /> },
        ]}
      />
    </>
  );
}
