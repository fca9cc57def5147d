import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { findAuthorOf, listWithdrawals } from './income-queries.ts';

/** Far more than anybody asks for: one at a time, each decided by a person. */
const most = 10_000;

/** The payouts a member asked for as an author, for their own copy of their data. */
export const withdrawalData: readonly PersonalDataPart[] = [
  {
    name: 'withdrawals',
    async read({ db }, memberId) {
      const author = await findAuthorOf(db, memberId);
      if (!author) return [];
      const rows = await listWithdrawals(db, { state: 'all', authorId: author.id }, { limit: most });
      return rows.map(({ amount, payee, state, created_at, paid_at }) => ({
        amount: Number(amount),
        payee,
        state,
        requestedAt: toIso(created_at),
        paidAt: paid_at && toIso(paid_at),
      }));
    },
  },
];
