-- What is for sale for a period: VIP membership or a column. Months are calendar months, days serve trials.
create table plans (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('vip', 'column')),
  column_id bigint references columns,
  name text not null check (char_length(name) between 1 and 30),
  months int check (months between 1 and 120),
  days int check (days between 1 and 366),
  price int not null check (price between 1 and 10000000),
  -- For whoever never had this scope; the same for everybody in the same offer.
  first_price int check (first_price between 1 and 10000000),
  is_trial boolean not null default false,
  is_active boolean not null default true,
  list_order int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((scope = 'column') = (column_id is not null)),
  check (num_nonnulls(months, days) = 1)
);
create index plans_of_column on plans (column_id);

create table coupons (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[0-9A-Z]{4,20}$'),
  name text not null check (char_length(name) between 1 and 30),
  -- One of the two: so many fen off, or so many percent off.
  amount_off int check (amount_off between 1 and 10000000),
  percent_off int check (percent_off between 1 and 99),
  least_price int not null default 0 check (least_price >= 0),
  scope text not null default 'all' check (scope in ('all', 'vip', 'column', 'post')),
  target_id bigint,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  total_limit int check (total_limit > 0),
  member_limit int not null default 1 check (member_limit > 0),
  used int not null default 0 check (used >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  check (num_nonnulls(amount_off, percent_off) = 1),
  check (total_limit is null or used <= total_limit),
  check (ends_at is null or ends_at > starts_at)
);

create table redeem_batches (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 30),
  scope text not null check (scope in ('vip', 'column', 'post')),
  target_id bigint,
  months int check (months between 1 and 120),
  days int check (days between 1 and 3660),
  -- The order that bought it as a gift; of staff's own batches none.
  order_id bigint unique,
  expires_at timestamptz,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  check ((scope = 'vip') = (target_id is null)),
  check ((scope = 'post') = (num_nonnulls(months, days) = 0))
);
create index redeem_batches_of_creator on redeem_batches (created_by);

create table redeem_codes (
  id bigint generated always as identity primary key,
  batch_id bigint not null references redeem_batches on delete cascade,
  -- Kept hashed, like tokens: who reads the table cannot redeem.
  code_hash bytea not null unique,
  ending text not null,
  redeemed_by bigint references members on delete set null,
  redeemed_at timestamptz,
  -- What it gave, so that a refunded gift can be taken back.
  grant_id bigint,
  revoked_at timestamptz
);
create index redeem_codes_of_batch on redeem_codes (batch_id, id);
create index redeem_codes_of_member on redeem_codes (redeemed_by);

-- Wrong codes a member typed: whoever guesses has to wait.
create table redeem_failures (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  failed_at timestamptz not null default now()
);
create index redeem_failures_of_member on redeem_failures (member_id, failed_at);
create index redeem_failures_by_age on redeem_failures (failed_at);

-- Who is to be reminded that VIP or a column ends.
create index grants_by_end on grants (ends_at, id) where scope in ('vip', 'column');
