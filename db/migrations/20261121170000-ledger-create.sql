-- Double entry in fen, append-only (PRODUCT §6). Debits are positive, credits negative; a transaction's entries sum
-- to zero when it commits, or it does not commit.
create table ledger_transactions (
  id bigint generated always as identity primary key,
  -- What it books, once: `payment:7`, `refund:3`, `withdrawal:5:paid`.
  key text not null unique,
  kind text not null check (kind in ('sale', 'surplus', 'refund', 'surplus_refund', 'settlement', 'withdrawal', 'fee')),
  order_id bigint,
  author_id bigint references authors,
  created_at timestamptz not null default now()
);
create index ledger_transactions_of_order on ledger_transactions (order_id);
create index ledger_transactions_by_age on ledger_transactions (created_at, id);
create index ledger_transactions_of_author on ledger_transactions (author_id, created_at desc, id desc);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions,
  -- `gateway:wechat`, `revenue`, `author:12`, `owed:surplus`, `bank` …
  account text not null check (account ~ '^[a-z]+(:[a-z0-9]+)?$'),
  amount bigint not null check (amount <> 0)
);
create index ledger_entries_of_transaction on ledger_entries (transaction_id);
-- With the amount: a balance is summed from the index alone.
create index ledger_entries_of_account on ledger_entries (account, id desc) include (amount);

create function check_ledger_balance() returns trigger language plpgsql as $$
declare
  difference bigint;
begin
  select coalesce(sum(amount), 0) into difference from ledger_entries where transaction_id = new.transaction_id;
  if difference <> 0 then
    raise exception 'ledger transaction % is off by % fen', new.transaction_id, difference
      using errcode = 'check_violation', constraint = 'ledger_balances';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_balance();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'check_violation', constraint = 'ledger_append_only';
end $$;
create trigger ledger_entries_kept before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create trigger ledger_transactions_kept before update or delete on ledger_transactions
  for each row execute function refuse_ledger_change();

-- What authors ask to be paid out.
create table withdrawals (
  id bigint generated always as identity primary key,
  author_id bigint not null references authors,
  member_id bigint references members on delete set null,
  amount bigint not null check (amount > 0),
  payee text not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'rejected', 'paid')),
  note text not null default '',
  created_at timestamptz not null default now(),
  decided_by bigint references members on delete set null,
  decided_at timestamptz,
  paid_at timestamptz
);
create unique index withdrawals_open on withdrawals (author_id) where state in ('requested', 'approved');
create index withdrawals_of_state on withdrawals (state, id desc);
create index withdrawals_of_author on withdrawals (author_id, id desc);
create index withdrawals_of_member on withdrawals (member_id);
create index withdrawals_of_decider on withdrawals (decided_by);
