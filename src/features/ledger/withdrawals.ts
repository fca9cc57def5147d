import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { dayMs } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import type {} from './events.ts';
import {
  findAuthorOf,
  findOpenWithdrawal,
  insertWithdrawal,
  lockAuthor,
  lockWithdrawal,
  sumSettling,
  updateWithdrawal,
  type WithdrawalRow,
} from './income-queries.ts';
import { findBalance } from './queries.ts';
import { bookTransaction } from './service.ts';

/** The operator's settings for withdrawals: the days in which a sale can be refunded, and the minimum in fen. */
export type PayoutRules = { refundDays: number; withdrawalLeast: number };

export type AuthorBalance = { balance: number; settling: number; available: number };

/** Returns what an author is owed, the part that may still be refunded, and the part that can be withdrawn. */
export async function findAuthorBalance(
  ctx: Pick<Context, 'now'>,
  db: Database | Trx,
  authorId: string,
  { refundDays }: Pick<PayoutRules, 'refundDays'>,
): Promise<AuthorBalance> {
  // The subtraction from 0 avoids JavaScript's -0.
  const balance = 0 - (await findBalance(db, `author:${authorId}`));
  const since = new Date(ctx.now().getTime() - refundDays * dayMs);
  const settling = await sumSettling(db, authorId, since);
  const open = await findOpenWithdrawal(db, authorId);
  // An approved withdrawal has left the author's account already.
  const requested = open?.state === 'requested' ? Number(open.amount) : 0;
  return { balance, settling, available: Math.max(balance - settling - requested, 0) };
}

/**
 * Requests a withdrawal of the caller's own income: one at a time, and only of sales that can no longer be refunded.
 * @throws forbidden if the caller is not an author; invalid below the minimum; conflict above the available amount, and
 * while another withdrawal is open
 */
export async function requestWithdrawal(
  ctx: Context,
  rules: PayoutRules,
  { amount, payee }: { amount: number; payee: string },
): Promise<{ id: string }> {
  const memberId = requireMemberId(ctx);
  const author = await findAuthorOf(ctx.db, memberId);
  if (!author) throw forbidden('只有作者可以提现');
  if (amount < rules.withdrawalLeast)
    throw invalid(`提现金额至少 ${formatFen(rules.withdrawalLeast)}`, 'amount');
  return inTransaction(ctx, async (trx) => {
    await lockAuthor(trx, author.id);
    if (await findOpenWithdrawal(trx, author.id)) throw conflict('你有一笔提现正在处理，请等待完成后再申请');
    const { available } = await findAuthorBalance(ctx, trx, author.id, rules);
    if (amount > available) throw conflict(`可提现金额为 ${formatFen(available)}，请调整后再申请`);
    const id = await insertWithdrawal(trx, {
      author_id: author.id,
      member_id: memberId,
      amount,
      payee,
      created_at: ctx.now(),
    });
    if (id === undefined) throw conflict('你有一笔提现正在处理，请等待完成后再申请');
    return { id };
  });
}

/** Approves a withdrawal: the amount leaves the author's account and waits for payment. @throws conflict; notFound */
export const approveWithdrawal = (ctx: Context, { id, note }: { id: string; note: string }): Promise<true> =>
  decideWithdrawal(
    ctx,
    { id, note, to: 'approved', from: ['requested'] },
    async (trx, { author_id, amount }) => {
      const sum = Number(amount);
      const balance = 0 - (await findBalance(trx, `author:${author_id}`));
      if (balance < sum) throw conflict(`作者余额只有 ${formatFen(balance)}，不足以提现`);
      await bookTransaction(ctx, trx, {
        key: `withdrawal:${id}:approved`,
        kind: 'settlement',
        authorId: author_id,
        entries: [
          { account: `author:${author_id}`, amount: sum },
          { account: 'withdrawals', amount: -sum },
        ],
      });
    },
  );

/** Rejects a withdrawal; an approved one returns to the author's account. @throws the errors of `approveWithdrawal` */
export const rejectWithdrawal = (ctx: Context, { id, note }: { id: string; note: string }): Promise<true> =>
  decideWithdrawal(ctx, { id, note, to: 'rejected', from: ['requested', 'approved'] }, (trx, row) =>
    returnToAuthor(ctx, trx, row),
  );

/** Rejects the open withdrawal of an author whose income no longer covers it. May be repeated. */
export async function rejectUncoveredWithdrawal(
  ctx: Context,
  trx: Trx,
  { authorId, note }: { authorId: string; note: string },
): Promise<void> {
  const open = await findOpenWithdrawal(trx, authorId);
  const row = open && (await lockWithdrawal(trx, open.id));
  if (row?.state !== 'requested' && row?.state !== 'approved') return;
  await lockAuthor(trx, authorId);
  const balance = 0 - (await findBalance(trx, `author:${authorId}`));
  // An approved withdrawal has left the author's account already.
  if (balance >= (row.state === 'requested' ? Number(row.amount) : 0)) return;
  await returnToAuthor(ctx, trx, row);
  await recordDecision(ctx, trx, row, { to: 'rejected', note });
}

async function returnToAuthor(ctx: Context, trx: Trx, row: WithdrawalRow): Promise<void> {
  if (row.state !== 'approved') return;
  await bookTransaction(ctx, trx, {
    key: `withdrawal:${row.id}:returned`,
    kind: 'settlement',
    authorId: row.author_id,
    entries: [
      { account: 'withdrawals', amount: Number(row.amount) },
      { account: `author:${row.author_id}`, amount: -Number(row.amount) },
    ],
  });
}

/** Records that a withdrawal was paid; `note` is the proof. @throws the errors of `approveWithdrawal` */
export const markWithdrawalPaid = (ctx: Context, { id, note }: { id: string; note: string }): Promise<true> =>
  decideWithdrawal(ctx, { id, note, to: 'paid', from: ['approved'] }, async (trx, { amount }) => {
    await bookTransaction(ctx, trx, {
      key: `withdrawal:${id}:paid`,
      kind: 'withdrawal',
      entries: [
        { account: 'withdrawals', amount: Number(amount) },
        { account: 'bank', amount: -Number(amount) },
      ],
    });
  });

type Decision = {
  id: string;
  note: string;
  to: 'approved' | 'rejected' | 'paid';
  from: readonly string[];
};

const actions = {
  approved: 'withdrawal.approve',
  rejected: 'withdrawal.reject',
  paid: 'withdrawal.pay',
} as const;

async function decideWithdrawal(
  ctx: Context,
  { id, note, to, from }: Decision,
  book: (trx: Trx, row: WithdrawalRow) => Promise<void>,
): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    const row = await lockWithdrawal(trx, id);
    if (!row) throw notFound('提现申请不存在');
    if (to !== 'rejected' && (await findAuthorOf(trx, memberId))?.id === row.author_id)
      throw forbidden('不能处理自己的提现，请由其他同事操作');
    if (!from.includes(row.state)) throw conflict('这笔提现的状态已变化，请刷新后重试');
    await lockAuthor(trx, row.author_id);
    await book(trx, row);
    await recordDecision(ctx, trx, row, { to, note });
  });
  return true;
}

/** Writes the new state with its audit entry and event. Without a member the portal itself decided. */
async function recordDecision(
  ctx: Context,
  trx: Trx,
  row: WithdrawalRow,
  { to, note }: Pick<Decision, 'to' | 'note'>,
): Promise<void> {
  const now = ctx.now();
  const by = { decided_by: ctx.actor.kind === 'member' ? ctx.actor.memberId : null, decided_at: now };
  await updateWithdrawal(trx, row.id, { state: to, note, ...(to === 'paid' ? { paid_at: now } : by) });
  await recordAction(ctx, trx, {
    action: actions[to],
    target: `withdrawal:${row.id}`,
    before: { state: row.state },
    after: { state: to, amount: Number(row.amount), note },
  });
  await ctx.events.emit(ctx, trx, 'withdrawal.decided', {
    withdrawalId: row.id,
    memberId: row.member_id,
    amount: Number(row.amount),
    state: to,
    note,
  });
}
