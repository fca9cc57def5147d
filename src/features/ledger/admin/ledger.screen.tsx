import { TabPage } from '#admin/parts/layout/page.tsx';
import { usePermit } from '#client/permissions.tsx';
import { Accounts } from './accounts.tsx';
import { Reconciliations } from './reconciliations.tsx';
import { Revenue } from './revenue.tsx';
import { Withdrawals } from './withdrawals.tsx';

/** Finance: sales, reconciliation with the gateways, payouts to authors, and ledger accounts. */
export function Screen() {
  const seesOrders = usePermit('orders.view');
  const seesBills = usePermit('reconciliation.view');
  const tabs = [
    ...(seesOrders ? [{ key: 'revenue', label: '销售额', content: <Revenue /> }] : []),
    { key: 'accounts', label: '账户', content: <Accounts /> },
    ...(seesBills ? [{ key: 'bills', label: '对账', content: <Reconciliations /> }] : []),
    { key: 'withdrawals', label: '提现', content: <Withdrawals /> },
  ];
  return <TabPage title="账务" tabs={tabs} />;
}
