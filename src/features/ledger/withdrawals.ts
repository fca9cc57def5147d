import { recordAction } from '#features/audit/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { dayMs } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import type {} from './events.ts';
import {
  findAuthorOf,
  findOpenWithdrawal,
  findSettling,
  insertWithdrawal,
  lockAuthor,
  lockWithdrawal,
  updateWithdrawal,
  type WithdrawalRow,
} from './income-queries.ts';
import { findBalance } from './queries.ts';
import { bookTransaction } from './service.ts';

/** What the operator decides about payouts: for how many days a sale can be refunded, and the least in fen. */
export type PayoutRules = { refundDays: number; withdrawalLeast: number };

export type Purse = { balance: number; settling: number; available: number };

/** What an author is owed, what of it may still be refunded, and what can be asked for. */
export async function findPurse(
  ctx: Pick<Context, 'now'>,
  db: Database | Trx,
  authorId: string,
  { refundDays }: Pick<PayoutRules, 'refundDays'>,
): Promise<Purse> {
  // Zero has two signs in this language, and only one in a ledger.
  const balance = 0 - (await findBalance(db, `author:${authorId}`));
  const since = new Date(ctx.now().getTime() - refundDays * dayMs);
  const settling = await findSettling(db, authorId, since);
  const open = await findOpenWithdrawal(db, authorId);
  // What is approved has left the author's account already.
  const asked = open?.state === 'requested' ? Number(open.amount) : 0;
  return { balance, settling, available: Math.max(balance - settling - asked, 0) };
}

/**
 * Asks for a payout of the caller's own income; one at a time, of what can no longer be refunded.
 * @throws forbidden for who is no author; invalid below the least; conflict beyond what is available, and while
 * another is under way
 */
export async function requestWithdrawal(
  ctx: Context,
  rules: PayoutRules,
  { amount, payee }: { amount: number; payee: string },
): Promise<{ id: string }> {
  const memberId = memberOf(ctx);
  const author = await findAuthorOf(ctx.db, memberId);
  if (!author) throw forbidden('只有作者可以提现');
  if (amount < rules.withdrawalLeast)
    throw invalid(`提现金额（amount）至少 ${formatFen(rules.withdrawalLeast)}`);
  return inTransaction(ctx, async (trx) => {
    await lockAuthor(trx, author.id);
    if (await findOpenWithdrawal(trx, author.id)) throw conflict('您有一笔提现正在处理，请等待完成后再申请');
    const { available } = await findPurse(ctx, trx, author.id, rules);
    if (amount > available) throw conflict(`可提现金额为 ${formatFen(available)}，请调整后再申请`);
    const id = await insertWithdrawal(trx, {
      author_id: author.id,
      member_id: memberId,
      amount,
      payee,
      created_at: ctx.now(),
    });
    if (id === undefined) throw conflict('您有一笔提现正在处理，请等待完成后再申请');
    return { id };
  });
}

/** Agrees to a payout: it leaves the author's account and waits to be paid. @throws conflict; notFound */
export const approveWithdrawal = (ctx: Context, { id, note }: { id: string; note: string }): Promise<true> =>
  decide(ctx, { id, note, to: 'approved', from: ['requested'] }, async (trx, { author_id, amount }) => {
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
  });

/** Refuses a payout; one that was approved and could not be paid goes back to the author's account. @throws as approve */
export const rejectWithdrawal = (ctx: Context, { id, note }: { id: string; note: string }): Promise<true> =>
  decide(ctx, { id, note, to: 'rejected', from: ['requested', 'approved'] }, async (trx, row) => {
    if (row.state !== 'approved') return;
    await bookTransaction(ctx, trx, {
      key: `withdrawal:${id}:returned`,
      kind: 'settlement',
      authorId: row.author_id,
      entries: [
        { account: 'withdrawals', amount: Number(row.amount) },
        { account: `author:${row.author_id}`, amount: -Number(row.amount) },
      ],
    });
  });

/** It was paid: `note` is what proves it. @throws as approve */
export const payWithdrawal = (ctx: Context, { id, note }: { id: string; note: string }): Promise<true> =>
  decide(ctx, { id, note, to: 'paid', from: ['approved'] }, async (trx, { amount }) => {
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

async function decide(
  ctx: Context,
  { id, note, to, from }: Decision,
  book: (trx: Trx, row: WithdrawalRow) => Promise<void>,
): Promise<true> {
  const now = ctx.now();
  await inTransaction(ctx, async (trx) => {
    const row = await lockWithdrawal(trx, id);
    if (!row) throw notFound('提现申请不存在');
    if (!from.includes(row.state)) throw conflict('这笔提现的状态已变化，请刷新后重试');
    await lockAuthor(trx, row.author_id);
    await book(trx, row);
    const by = { decided_by: memberOf(ctx), decided_at: now };
    await updateWithdrawal(trx, id, { state: to, note, ...(to === 'paid' ? { paid_at: now } : by) });
    await recordAction(ctx, trx, {
      action: actions[to],
      target: `withdrawal:${id}`,
      before: { state: row.state },
      after: { state: to, amount: Number(row.amount), note },
    });
    await ctx.events.emit(ctx, trx, 'withdrawal.decided', {
      withdrawalId: id,
      memberId: row.member_id,
      amount: Number(row.amount),
      state: to,
      note,
    });
  });
  return true;
}
