create table orders (
  id bigint generated always as identity primary key,
  -- What people and gateways call it.
  number text not null unique,
  -- Kept when the person goes: the law wants orders kept (PIPL, accounting).
  member_id bigint references members on delete set null,
  kind text not null check (kind in ('vip', 'column', 'post')),
  -- Where the buyer finds it again: the three tabs of 我的购买.
  shelf text not null check (shelf in ('article', 'information', 'subscription')),
  -- What is bought: `plan:3`, `post:100001`.
  thing text not null,
  plan_id bigint references plans,
  column_id bigint references columns,
  post_id bigint references posts,
  is_gift boolean not null default false,
  -- Fixed when it is made (PRODUCT §6).
  title text not null,
  list_price int not null check (list_price > 0),
  discount int not null default 0 check (discount >= 0),
  amount int not null check (amount >= 0),
  coupon_id bigint references coupons,
  months int,
  days int,
  author_id bigint references authors,
  -- The author's part in ten-thousandths.
  author_share int not null default 0 check (author_share between 0 and 10000),
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'refunding', 'refunded', 'closed')),
  close_reason text check (close_reason in ('cancelled', 'expired', 'superseded')),
  -- That no 7-day return applies, confirmed before payment.
  agreed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  refunded_amount int not null default 0,
  -- The gateway whose payment paid it; none of an order that cost nothing.
  gateway text,
  grant_id bigint,
  check (amount = list_price - discount),
  check (refunded_amount between 0 and amount),
  check (num_nonnulls(plan_id, post_id) = 1),
  check ((kind = 'post') = (post_id is not null)),
  check ((kind in ('vip', 'column')) = (shelf = 'subscription')),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state in ('paid', 'refunding', 'refunded')) = (paid_at is not null))
);
-- A second order for the same thing while one is pending is the pending one.
create unique index orders_pending on orders (member_id, thing, is_gift) where state = 'pending';
create index orders_due on orders (expires_at) where state = 'pending';
create index orders_of_member on orders (member_id, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_of_state on orders (state, created_at desc, id desc);
create index orders_of_kind on orders (kind, created_at desc, id desc);
create index orders_of_post on orders (post_id, created_at desc, id desc);
create index orders_of_author on orders (author_id, id desc) where state in ('paid', 'refunding', 'refunded');
create index orders_of_plan on orders (plan_id);
create index orders_of_column on orders (column_id);
create index orders_of_coupon on orders (coupon_id);
-- Revenue by day is summed from the index alone.
create index orders_by_payment on orders (paid_at) include (kind, amount) where paid_at is not null;

-- Every order ends in one legal state: the database holds the arrows of PRODUCT §6, whatever the program does.
create function check_order_step() returns trigger language plpgsql as $$
begin
  if old.state is distinct from new.state and not (old.state, new.state) in (
    ('pending', 'paid'), ('pending', 'closed'), ('paid', 'refunding'), ('refunding', 'refunded'), ('refunding', 'paid')
  ) then
    raise exception 'order % may not go from % to %', old.number, old.state, new.state
      using errcode = 'check_violation', constraint = 'orders_step';
  end if;
  if (old.number, old.thing, old.title, old.list_price, old.discount, old.amount, old.kind, old.is_gift)
    is distinct from (new.number, new.thing, new.title, new.list_price, new.discount, new.amount, new.kind, new.is_gift) then
    raise exception 'title and price of order % are fixed', old.number
      using errcode = 'check_violation', constraint = 'orders_fixed';
  end if;
  return new;
end $$;
create trigger orders_step before update on orders for each row execute function check_order_step();

create table coupon_uses (
  order_id bigint primary key references orders,
  coupon_id bigint not null references coupons,
  member_id bigint references members on delete set null,
  -- Held while the order waits; given back when it closes unpaid.
  state text not null default 'held' check (state in ('held', 'used', 'released'))
);
create index coupon_uses_of_member on coupon_uses (coupon_id, member_id) where state <> 'released';
create index coupon_uses_by_member on coupon_uses (member_id);

-- Money that came in, each time it came in; the first for an order pays it, others are surplus and go back.
create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  gateway text not null check (gateway in ('sandbox', 'wechat', 'alipay')),
  channel text not null,
  -- Ours for the gateway, one an attempt.
  trade_number text not null unique,
  amount int not null check (amount > 0),
  state text not null default 'created' check (state in ('created', 'succeeded', 'closed')),
  -- The gateway's own number.
  gateway_number text,
  is_surplus boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  succeeded_at timestamptz,
  asked_at timestamptz,
  check ((state = 'succeeded') = (gateway_number is not null)),
  constraint payments_gateway_number_key unique (gateway, gateway_number)
);
-- The payment that paid an order; every other is surplus.
alter table orders add payment_id bigint unique references payments;
create index payments_of_order on payments (order_id, id);
create unique index payments_paying on payments (order_id) where state = 'succeeded' and not is_surplus;
create index payments_open on payments (asked_at nulls first, id) where state = 'created';
create index payments_by_day on payments (gateway, succeeded_at) where state = 'succeeded';

create table refunds (
  id bigint generated always as identity primary key,
  number text not null unique,
  order_id bigint not null references orders,
  payment_id bigint not null references payments,
  kind text not null check (kind in ('request', 'staff', 'surplus', 'withdrawn')),
  amount int not null check (amount > 0),
  reason text not null default '',
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'sent', 'succeeded', 'failed', 'rejected')),
  gateway_number text,
  error text not null default '',
  tries int not null default 0,
  next_try_at timestamptz,
  requested_by bigint references members on delete set null,
  decided_by bigint references members on delete set null,
  note text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  finished_at timestamptz
);
create unique index refunds_open on refunds (order_id) where state in ('requested', 'approved', 'sent') and kind <> 'surplus';
create unique index refunds_of_surplus on refunds (payment_id) where kind = 'surplus';
create index refunds_of_order on refunds (order_id, id);
create index refunds_of_payment on refunds (payment_id);
create index refunds_of_state on refunds (state, id desc);
create index refunds_due on refunds (next_try_at) where state in ('approved', 'sent');
create index refunds_by_finish on refunds (finished_at) include (amount) where state = 'succeeded' and kind <> 'surplus';
create index refunds_of_requester on refunds (requested_by);
create index refunds_of_decider on refunds (decided_by);

-- What gateways told us, what was made of it; forged and altered notices too. Keys and bodies are not kept.
create table gateway_notices (
  id bigint generated always as identity primary key,
  gateway text not null,
  notice_id text not null default '',
  trade_number text not null default '',
  outcome text not null,
  address text not null default '',
  received_at timestamptz not null default now()
);
create index gateway_notices_of_trade on gateway_notices (trade_number, id desc);
create index gateway_notices_of_outcome on gateway_notices (outcome, id desc);
create index gateway_notices_by_age on gateway_notices (received_at);

create table invoice_requests (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references orders,
  member_id bigint references members on delete set null,
  title_kind text not null check (title_kind in ('person', 'company')),
  title text not null check (char_length(title) between 1 and 100),
  tax_number text not null default '',
  email text not null,
  state text not null default 'requested' check (state in ('requested', 'issued', 'rejected')),
  file text,
  note text not null default '',
  created_at timestamptz not null default now(),
  decided_by bigint references members on delete set null,
  decided_at timestamptz
);
create index invoice_requests_of_state on invoice_requests (state, id desc);
create index invoice_requests_of_member on invoice_requests (member_id);
create index invoice_requests_of_decider on invoice_requests (decided_by);

-- A day of a gateway's bill held against our book.
create table reconciliations (
  id bigint generated always as identity primary key,
  gateway text not null,
  day date not null,
  state text not null check (state in ('equal', 'different', 'failed')),
  ours_count int not null default 0,
  ours_amount bigint not null default 0,
  theirs_count int not null default 0,
  theirs_amount bigint not null default 0,
  differences jsonb not null default '[]',
  error text not null default '',
  made_at timestamptz not null default now(),
  constraint reconciliations_day_key unique (gateway, day)
);
create index reconciliations_newest on reconciliations (day desc, gateway);

update roles set permissions = permissions || '{offers.manage,orders.invoice,reconciliation.view}' where code = 'finance';
