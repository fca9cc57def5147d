import type { z } from 'zod';
import type * as schema from './schema.ts';

export type Income = z.infer<typeof schema.income>;
export type IncomeMonth = z.infer<typeof schema.months>[number];
export type IncomeLine = z.infer<typeof schema.linePage>['records'][number];
export type Withdrawal = z.infer<typeof schema.withdrawal>;
export type StaffWithdrawal = z.infer<typeof schema.staffWithdrawal>;
export type LedgerBooking = z.infer<typeof schema.booking>;
export type AuthorAccount = z.infer<typeof schema.authorAccount>;

type List<R> = { records: R[]; cursor: string | null };

/** What authors ask about their own income. */
export type IncomeCalls = {
  'GET /member/getIncome': { data: Income };
  'GET /member/incomeMonths': { data: IncomeMonth[] };
  'GET /member/incomeLines': {
    query: { size?: number | string | undefined; cursor?: string | undefined };
    data: List<IncomeLine>;
  };
  'GET /member/withdrawals': { query: z.input<typeof schema.withdrawalsQuery>; data: List<Withdrawal> };
  'POST /member/requestWithdrawal': {
    body: z.input<typeof schema.withdrawalInput>;
    data: { id: string };
  };
};

/** Staff's: `ledger.view` to look, `ledger.settle` to decide about payouts. */
export type LedgerCalls = {
  'GET /admin/ledger/accounts': { data: z.infer<typeof schema.accounts> };
  'GET /admin/ledger/list': { query: z.input<typeof schema.bookingsQuery>; data: List<LedgerBooking> };
  'GET /admin/ledger/author': { query: { authorId: string }; data: AuthorAccount };
  'GET /admin/withdrawal/list': {
    query: z.input<typeof schema.staffWithdrawalsQuery>;
    data: List<StaffWithdrawal>;
  };
  'POST /admin/withdrawal/approve': { body: z.input<typeof schema.decideInput>; data: boolean };
  'POST /admin/withdrawal/reject': { body: z.input<typeof schema.rejectInput>; data: boolean };
  'POST /admin/withdrawal/pay': { body: z.input<typeof schema.payInput>; data: boolean };
};
