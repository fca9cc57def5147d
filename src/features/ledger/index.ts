import { defineFeature } from '#kernel/feature.ts';
import { withdrawalData } from './personal-data.ts';
import { ledgerRoutes, type ReadIncomeRules } from './routes.ts';

export { authorPart, refundEntries, saleEntries, surplusEntries, surplusRefundEntries } from './accounts.ts';
export { bookTransaction, findBooking } from './service.ts';

export const feature = defineFeature({
  name: 'ledger',
  routes: ({ tradeRules }: { tradeRules: ReadIncomeRules }) => ledgerRoutes(tradeRules),
  tables: { people: ['ledger_entries', 'ledger_transactions', 'withdrawals'] },
  personalData: withdrawalData,
  menu: [
    { to: '/ledger', label: '账务', icon: 'calendar', permission: 'ledger.view', group: 'sales', order: 40 },
  ],
});
