import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { Accounts } from './accounts.tsx';
import { Reconciliations } from './reconciliations.tsx';
import { Revenue } from './revenue.tsx';
import { Withdrawals } from './withdrawals.tsx';

/** The money: what came in, whether the gateways agree, what authors want paid out, and what we have and owe. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const seesOrders = usePermit('orders.view');
  const seesBills = usePermit('reconciliation.view');
  const tabs = [
    ...(seesOrders ? [{ key: 'revenue', label: '收入', children: <Revenue /> }] : []),
    { key: 'accounts', label: '账户', children: <Accounts /> },
    ...(seesBills ? [{ key: 'bills', label: '对账', children: <Reconciliations /> }] : []),
    { key: 'withdrawals', label: '提现', children: <Withdrawals /> },
  ];
  const first = tabs[0]?.key ?? 'accounts';
  const tab = tabs.find(({ key }) => key === query.get('tab'))?.key ?? first;
  return (
    <>
      <PageHead title="账务" />
      <Tabs
        activeKey={tab}
        aria-label="账务"
        destroyOnHidden
        onChange={(key) => setQuery(key === first ? {} : { tab: key })}
        items={tabs}
      />
    </>
  );
}
