-- The securities a member watches, by code (docs/product.md §26). The limit per member is enforced in the transaction
-- that adds one.
create table watched_stocks (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  code text not null constraint watched_stocks_code_check check (code ~ '^[0-9A-Z.]{1,12}$'),
  created_at timestamptz not null default now(),
  constraint watched_stocks_once_key unique (member_id, code)
);
-- A member's list, newest first.
create index watched_stocks_of_member on watched_stocks (member_id, id desc);
-- The members to notify of a post that names a code.
create index watched_stocks_of_code on watched_stocks (code, member_id);
