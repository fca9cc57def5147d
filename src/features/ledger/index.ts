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
  permissions: [
    { code: 'ledger.view', group: '经营', name: '查看账本', about: '看收入、分成和每一笔分录', order: 60 },
    { code: 'ledger.settle', group: '经营', name: '结算', about: '给作者结算分成', order: 70 },
  ],
  menu: [
    { to: '/ledger', label: '账务', icon: 'calendar', permission: 'ledger.view', group: 'sales', order: 40 },
  ],
});
