import { defineFeature } from '#kernel/feature.ts';
import { toIso } from '#shared/dates.ts';
import { findAuthorOf, listWithdrawals } from './income-queries.ts';
import { ledgerRoutes, type ReadIncomeRules } from './routes.ts';

export {
  authorPart,
  ownShare,
  refundEntries,
  saleEntries,
  surplusEntries,
  surplusRefundEntries,
} from './accounts.ts';
export { bookTransaction, findBookingKind } from './service.ts';
export { rejectUncoveredWithdrawal } from './withdrawals.ts';

export const feature = defineFeature({
  name: 'ledger',
  routes: ({ tradeRules }: { tradeRules: ReadIncomeRules }) => ledgerRoutes(tradeRules),
  tables: { people: ['ledger_entries', 'ledger_transactions', 'withdrawals'] },
  // The withdrawals that a member requested as an author.
  personalData: [
    {
      name: 'withdrawals',
      async read({ db }, memberId) {
        const author = await findAuthorOf(db, memberId);
        if (!author) return [];
        const rows = await listWithdrawals(
          db,
          { state: 'all', authorId: author.id },
          { limit: maxWithdrawals },
        );
        return rows.map(({ amount, payee, state, created_at, paid_at }) => ({
          amount: Number(amount),
          payee,
          state,
          requestedAt: toIso(created_at),
          paidAt: paid_at && toIso(paid_at),
        }));
      },
    },
  ],
  permissions: [
    { code: 'ledger.view', group: '经营', name: '查看账本', about: '看收入、分成和每一笔分录', order: 60 },
    { code: 'ledger.settle', group: '经营', name: '结算', about: '给作者结算分成', order: 70 },
  ],
  menu: [
    { to: '/ledger', label: '账务', icon: 'ledger', permission: 'ledger.view', group: 'sales', order: 40 },
  ],
});

/** Far more than one author has: withdrawals are requested one at a time, and staff decide each. */
const maxWithdrawals = 10_000;
