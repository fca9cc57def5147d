import { Readable } from 'node:stream';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound, rateLimited } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { csvRows, toCsv } from '#shared/csv.ts';
import { dayOf, hourMs, toIso } from '#shared/dates.ts';
import { accountName, bookingKind } from '#shared/ledger-names.ts';
import { signedYuan } from '#shared/money.ts';
import { findAuthorOf, listLines } from './income-queries.ts';
import { listBookings } from './queries.ts';
import type { exportQuery } from './schema.ts';

const batchSize = 1000;
const hourly: RateLimit = {
  name: 'income-export',
  max: 10,
  windowMs: hourMs,
  refuse: (wait) => rateLimited('一小时最多导出 10 次，请稍后再试', wait),
};

/** Exports the bookings of one account or of all as CSV, newest first, a row per entry, and audits the export. */
export async function exportBookings(
  ctx: Context,
  { account }: z.output<typeof exportQuery>,
): Promise<BinaryFile> {
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, { action: 'ledger.export', target: 'ledger:all', after: { account } }),
  );
  return { name: `账目-${dayOf(ctx.now())}.csv`, bytes: Readable.from(writeBookings(ctx, account)) };
}

async function* writeBookings({ db }: Context, account: string | undefined): AsyncGenerator<string> {
  yield toCsv(['编号', '时间', '事由', '订单号', '渠道单号', '账户', '金额（元）'], []);
  for (let before: string | undefined; ; ) {
    const rows = await listBookings(db, { account }, { limit: batchSize, before });
    yield csvRows(
      rows.flatMap(({ id, created_at, kind, order_number, gateway_number, author_name, entries }) =>
        entries.map((entry) => [
          id,
          formatTime(created_at),
          bookingKind(kind),
          order_number,
          gateway_number,
          accountName(entry.account, author_name),
          signedYuan(entry.amount),
        ]),
      ),
    );
    before = rows.at(-1)?.id;
    if (rows.length < batchSize) return;
  }
}

/**
 * Exports the lines of the caller's account as an author, newest first.
 * @throws notFound for a caller who is not an author; rateLimited from the 11th in an hour on
 */
export async function exportIncome(ctx: Context): Promise<BinaryFile> {
  const memberId = requireMemberId(ctx);
  const author = await findAuthorOf(ctx.db, memberId);
  if (!author) throw notFound('还没有收入可以导出');
  await countHit(ctx, ctx.db, hourly, memberId);
  return { name: `收入-${dayOf(ctx.now())}.csv`, bytes: Readable.from(writeIncome(ctx, author.id)) };
}

const lineKinds: Readonly<Record<string, string>> = { sale: '售出', refund: '退款', settlement: '提现' };

async function* writeIncome({ db }: Context, authorId: string): AsyncGenerator<string> {
  yield toCsv(['时间', '事由', '内容', '金额（元）'], []);
  for (let after: { at: Date; id: string } | undefined; ; ) {
    const rows = await listLines(db, authorId, { limit: batchSize, after });
    yield csvRows(
      rows.map(({ created_at, kind, title, amount }) => [
        formatTime(created_at),
        lineKinds[kind] ?? kind,
        title,
        signedYuan(Number(amount)),
      ]),
    );
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = { at: last.created_at, id: last.id };
  }
}

const formatTime = (time: Date): string => toIso(time).slice(0, 19).replace('T', ' ');
