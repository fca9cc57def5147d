import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewTransaction = {
  key: string;
  kind: string;
  order_id: string | null;
  author_id: string | null;
  created_at: Date;
};

/** @returns the transaction's id, or undefined where its key was booked before */
export async function insertTransaction(trx: Trx, transaction: NewTransaction): Promise<string | undefined> {
  const row = await trx
    .insertInto('ledger_transactions')
    .values(transaction)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertEntries(
  trx: Trx,
  transactionId: string,
  entries: readonly { account: string; amount: number }[],
): Promise<void> {
  await trx
    .insertInto('ledger_entries')
    .values(entries.map(({ account, amount }) => ({ transaction_id: transactionId, account, amount })))
    .execute();
}

/** What kind of transaction was booked under a key; undefined where nothing was. */
export async function findKind(db: Database | Trx, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_transactions')
    .select('kind')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.kind;
}

/** The sum of an account's entries in fen, debits positive; from ledger_entries_of_account alone. */
export async function findBalance(db: Database | Trx, account: string): Promise<number> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(amount), 0)::bigint balance from ledger_entries where account = ${account}`.execute(
    db,
  );
  return Number(rows[0]?.balance ?? 0);
}

/** Every account that was ever booked on, with its balance. */
export async function listBalances(db: Database): Promise<{ account: string; balance: number }[]> {
  const { rows } = await sql<{ account: string; balance: string }>`
    select account, sum(amount)::bigint balance from ledger_entries group by account order by account`.execute(
    db,
  );
  return rows.map(({ account, balance }) => ({ account, balance: Number(balance) }));
}
