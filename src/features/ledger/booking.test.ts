import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { bookTransaction, findBookingKind, saleEntries } from './index.ts';
import { findBalance } from './queries.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const entries = saleEntries({ gateway: 'sandbox', amount: 1000, authorId: null, authorShare: 0 });
const book = (key: string, changes: object = {}) =>
  inTransaction(portal.ctx, (trx) =>
    bookTransaction(portal.ctx, trx, { key, kind: 'sale', entries, ...changes }),
  );
const balance = (account: string) => findBalance(portal.ctx.db, account);

test('books a transaction once per key, also in concurrent calls', async () => {
  const before = await balance('gateway:sandbox');
  const results = await Promise.all(Array.from({ length: 8 }, () => book('payment:1')));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect((await balance('gateway:sandbox')) - before).toBe(1000);
  await inTransaction(portal.ctx, async (trx) => {
    expect(await findBookingKind(trx, 'payment:1')).toBe('sale');
    expect(await findBookingKind(trx, 'payment:2')).toBeNull();
  });
});

test.each([
  [
    'that do not sum to zero',
    [
      { account: 'bank', amount: 2 },
      { account: 'revenue', amount: -1 },
    ],
  ],
  [
    'with fractions of a fen',
    [
      { account: 'bank', amount: 0.5 },
      { account: 'revenue', amount: -0.5 },
    ],
  ],
  [
    'of zero',
    [
      { account: 'bank', amount: 0 },
      { account: 'revenue', amount: 0 },
    ],
  ],
  ['that are missing', []],
])('rejects entries %s', async (_, wrong) => {
  await expect(book('wrong', { entries: wrong })).rejects.toThrow('does not balance');
  await inTransaction(portal.ctx, async (trx) => expect(await findBookingKind(trx, 'wrong')).toBeNull());
});

test('the database rejects unbalanced transactions and any change of booked ones', async () => {
  await book('payment:9');
  const { db } = portal.ctx;
  const unbalanced = db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('ledger_transactions')
      .values({ key: 'loose', kind: 'sale' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('ledger_entries')
      .values({ transaction_id: id, account: 'bank', amount: 5 })
      .execute();
  });
  await expect(unbalanced).rejects.toThrow('off by 5 fen');
  for (const statement of [
    sql`update ledger_entries set amount = amount + 1`,
    sql`delete from ledger_entries`,
    sql`delete from ledger_transactions`,
    sql`update ledger_transactions set key = 'x'`,
  ])
    await expect(statement.execute(db)).rejects.toThrow('append-only');
});
