import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewTransaction = {
  key: string;
  kind: string;
  order_id: string | null;
  author_id: string | null;
  created_at: Date;
};

/** Inserts a transaction with its entries in one statement. @returns false, with nothing written, if the key exists */
export async function insertTransaction(
  trx: Trx,
  { key, kind, order_id, author_id, created_at }: NewTransaction,
  entries: readonly { account: string; amount: number }[],
): Promise<boolean> {
  const { rows } = await sql`
    with booked as (
      insert into ledger_transactions (key, kind, order_id, author_id, created_at)
      values (${key}, ${kind}, ${order_id}, ${author_id}, ${created_at})
      on conflict (key) do nothing returning id
    )
    insert into ledger_entries (transaction_id, account, amount)
    select booked.id, e.account, e.amount
    from booked, unnest(${entries.map(({ account }) => account)}::text[], ${entries.map(({ amount }) => amount)}::bigint[])
      with ordinality e (account, amount, place)
    order by e.place
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Returns the kind of the transaction with a key; undefined without one. */
export async function findTransactionKind(db: Database | Trx, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_transactions')
    .select('kind')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.kind;
}

/** Sums an account's entries in fen, debits positive, with an index-only scan of ledger_entries_of_account. */
export async function findBalance(db: Database | Trx, account: string): Promise<number> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(amount), 0)::bigint balance from ledger_entries where account = ${account}`.execute(
    db,
  );
  return Number(rows[0]?.balance ?? 0);
}

/** Returns the balances of these accounts; accounts without entries are left out. */
export async function listBalances(
  db: Database,
  accounts: readonly string[],
): Promise<{ account: string; balance: number }[]> {
  const { rows } = await sql<{ account: string; balance: string }>`
    select account, sum(amount)::bigint balance from ledger_entries
    where account = any(${[...accounts]}::text[]) group by account`.execute(db);
  return rows.map(({ account, balance }) => ({ account, balance: Number(balance) }));
}

export type BookingRow = {
  id: string;
  key: string;
  kind: string;
  order_id: string | null;
  order_number: string | null;
  author_id: string | null;
  author_name: string | null;
  /** The gateway's number of the payment or refund that was booked. */
  gateway_number: string | null;
  created_at: Date;
  entries: { account: string; amount: number }[];
};

/** Lists transactions, newest first, before the one with id `before`, of one account or one order. */
export async function listBookings(
  db: Database,
  { account, orderId }: { account?: string | undefined; orderId?: string | undefined },
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<BookingRow[]> {
  // A transaction has at most two entries of one account, so `limit * 2` entries contain the newest `limit`
  // transactions.
  const ofAccount = sql`
    select distinct transaction_id id from (
      select transaction_id from ledger_entries where account = ${account ?? ''}
        ${before === undefined ? sql`` : sql`and id < (select min(id) from ledger_entries where transaction_id = ${before})`}
      order by id desc limit ${sql.lit(limit * 2)}
    ) newest order by id desc limit ${sql.lit(limit)}`;
  const all = sql`
    select id from ledger_transactions where true
      ${orderId === undefined ? sql`` : sql`and order_id = ${orderId}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${sql.lit(limit)}`;
  const { rows } = await sql<BookingRow>`
    with page as (${account === undefined ? all : ofAccount})
    select t.id, t.key, t.kind, t.order_id, o.number order_number, t.author_id, a.name author_name, t.created_at,
      case split_part(t.key, ':', 1)
        when 'payment' then (select gateway_number from payments where id = split_part(t.key, ':', 2)::bigint)
        when 'refund' then (select gateway_number from refunds where id = split_part(t.key, ':', 2)::bigint)
      end gateway_number,
      (select jsonb_agg(jsonb_build_object('account', e.account, 'amount', e.amount) order by e.id)
        from ledger_entries e where e.transaction_id = t.id) entries
    from page join ledger_transactions t on t.id = page.id left join orders o on o.id = t.order_id
      left join authors a on a.id = t.author_id
    where true ${orderId === undefined ? sql`` : sql`and t.order_id = ${orderId}`}
    order by t.id desc`.execute(db);
  return rows;
}
