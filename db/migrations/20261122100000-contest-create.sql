-- The simulated stock contest. Money is fen, prices are 厘 (0.001 yuan), quantities shares; a day is a Shanghai day.

-- What can be traded, and the index a curve is compared with.
create table instruments (
  code text primary key check (code ~ '^[0-9A-Z.]{1,12}$'),
  name text not null,
  -- The first letters of its pinyin, as people type them: HYDL.
  initials text not null default '' check (initials ~ '^[0-9A-Z]*$'),
  board text not null check (board in ('main', 'chinext', 'star', 'bse', 'index')),
  is_st boolean not null default false,
  listed_on date,
  delisted_on date,
  -- Of the generator's making: no company, no exchange.
  is_invented boolean not null default false
);
create index instruments_by_initials on instruments (initials text_pattern_ops, code);
create index instruments_by_name on instruments (name text_pattern_ops, code);

create table trade_days (
  day date primary key,
  -- Orders are taken 00:00–23:30: a day of the generator that moves the market at any hour.
  is_all_day boolean not null default false
);

-- Rules of the exchanges, each from a day on: a change is a row, not a release.
create table trade_rules (
  board text not null check (board in ('main', 'chinext', 'star', 'bse')),
  is_st boolean not null,
  valid_from date not null,
  lot_least int not null check (lot_least > 0),
  lot_step int not null check (lot_step > 0),
  lot_most int not null,
  -- Hundredths of a percent; null is no limit.
  limit_bp int check (limit_bp between 1 and 9999),
  -- So many trade days from the listing have no limit.
  free_days int not null default 5 check (free_days >= 0),
  tick int not null default 10 check (tick > 0),
  primary key (board, is_st, valid_from),
  check (lot_most >= lot_least)
);
insert into trade_rules (board, is_st, valid_from, lot_least, lot_step, lot_most, limit_bp) values
  ('main', false, '1996-12-16', 100, 100, 1000000, 1000),
  ('main', true, '1998-04-22', 100, 100, 1000000, 500),
  ('chinext', false, '2020-08-24', 100, 100, 1000000, 2000),
  ('chinext', true, '2020-08-24', 100, 100, 1000000, 2000),
  ('star', false, '2019-07-22', 200, 1, 100000, 2000),
  ('star', true, '2019-07-22', 200, 1, 100000, 2000),
  ('bse', false, '2021-11-15', 100, 1, 1000000, 3000),
  ('bse', true, '2021-11-15', 100, 1, 1000000, 3000);
-- The Beijing board frees the first day alone.
update trade_rules set free_days = 1 where board = 'bse';

-- What the state and the exchanges take, in millionths; the broker's commission is the season's.
create table trade_fees (
  valid_from date primary key,
  stamp_ppm int not null check (stamp_ppm between 0 and 10000),
  transfer_ppm int not null check (transfer_ppm between 0 and 10000)
);
insert into trade_fees values ('2008-09-19', 1000, 20), ('2022-04-29', 1000, 10), ('2023-08-28', 500, 10);

create table trade_sessions (
  valid_from date not null,
  opens text not null check (opens ~ '^[0-2][0-9]:[0-5][0-9]$'),
  closes text not null check (closes ~ '^[0-2][0-9]:[0-5][0-9]$'),
  primary key (valid_from, opens)
);
insert into trade_sessions values
  ('1990-12-19', '09:15', '09:25'), ('1990-12-19', '09:30', '11:30'), ('1990-12-19', '13:00', '15:00');

create table daily_quotes (
  code text not null references instruments on delete cascade,
  day date not null,
  open int not null check (open > 0),
  high int not null,
  low int not null check (low > 0),
  close int not null check (close > 0),
  previous_close int not null check (previous_close > 0),
  limit_up int,
  limit_down int,
  volume bigint not null default 0 check (volume >= 0),
  amount bigint not null default 0 check (amount >= 0),
  is_suspended boolean not null default false,
  primary key (code, day),
  check (high >= greatest(open, close, low) and low <= least(open, close)),
  check (num_nonnulls(limit_up, limit_down) <> 1 and limit_up >= limit_down)
);
create index daily_quotes_of_day on daily_quotes (day, code);

create table intraday_quotes (
  code text not null references instruments on delete cascade,
  at timestamptz not null,
  last int not null check (last > 0),
  volume bigint not null default 0 check (volume >= 0),
  amount bigint not null default 0 check (amount >= 0),
  primary key (code, at)
);
create index intraday_quotes_by_age on intraday_quotes (at);

-- The newest of each: what orders are checked against and filled at.
create table latest_quotes (
  code text primary key references instruments on delete cascade,
  at timestamptz not null,
  open int not null check (open > 0),
  high int not null,
  low int not null,
  last int not null check (last > 0),
  previous_close int not null check (previous_close > 0),
  limit_up int,
  limit_down int,
  volume bigint not null default 0,
  amount bigint not null default 0,
  is_suspended boolean not null default false,
  check (num_nonnulls(limit_up, limit_down) <> 1)
);

-- What became of the last pull of quotes from the operator's source; one row.
create table market_pulls (
  is_one boolean primary key default true check (is_one),
  began_at timestamptz not null,
  is_ok boolean not null default false,
  message text not null default '',
  added int not null default 0,
  unchanged int not null default 0,
  failed int not null default 0,
  -- How many went wrong in a row.
  failures int not null default 0,
  next_at timestamptz not null
);

-- 每 10 股派现、送转: cash in 厘 and shares for every ten held the evening before.
create table dividends (
  code text not null references instruments on delete cascade,
  ex_day date not null,
  cash_per_ten int not null default 0 check (cash_per_ten >= 0),
  -- In thousandths of a share: 每 10 股送 3.5 股 is 3500.
  bonus_per_ten int not null default 0 check (bonus_per_ten >= 0),
  primary key (code, ex_day),
  check (cash_per_ten + bonus_per_ten > 0)
);
create index dividends_of_day on dividends (ex_day);

create table contest_seasons (
  id bigint generated always as identity primary key,
  name text not null unique,
  starts_on date not null,
  ends_on date not null,
  starting_cash bigint not null check (starting_cash between 100000 and 100000000000),
  boards text[] not null,
  with_st boolean not null default false,
  -- The most of a player's assets in one security, in hundredths of a percent.
  position_cap_bp int not null default 4000 check (position_cap_bp between 100 and 10000),
  commission_ppm int not null default 250 check (commission_ppm between 0 and 3000),
  commission_least int not null default 500 check (commission_least >= 0),
  index_code text references instruments,
  -- Whose trades others may see, and how many trade days later.
  delay_days int not null default 1 check (delay_days between 0 and 30),
  for_whom text not null default 'member' check (for_whom in ('member', 'vip')),
  prizes text not null default '',
  rules text not null default '',
  is_open boolean not null default false,
  -- The last day that was cleared.
  cleared_on date,
  -- When players were told that it begins, and how it ended.
  begun_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check (ends_on >= starts_on),
  check (cardinality(boards) > 0)
);
create index contest_seasons_newest on contest_seasons (starts_on desc, id desc);
-- What is to begin or to end is looked for at every tick.
create index contest_seasons_going on contest_seasons (starts_on) where is_open and ended_at is null;

create table contest_players (
  id bigint generated always as identity primary key,
  season_id bigint not null references contest_seasons,
  member_id bigint references members on delete set null,
  -- One entry by one mobile, also after the member went and came back: a keyed hash.
  mobile_hash bytea not null,
  -- All of it; what is frozen for purchases is within.
  cash bigint not null default 0,
  frozen_cash bigint not null default 0 check (frozen_cash >= 0),
  joined_at timestamptz not null default now(),
  disqualified_at timestamptz,
  reason text not null default '',
  -- Never overspent, whatever the program does.
  check (cash >= frozen_cash),
  constraint contest_players_once unique (season_id, mobile_hash),
  unique (season_id, member_id)
);
create index contest_players_of_member on contest_players (member_id);
create index contest_players_newest on contest_players (season_id, id desc);
create index contest_players_out on contest_players (season_id, id desc) where disqualified_at is not null;

create table contest_orders (
  id bigint generated always as identity primary key,
  player_id bigint not null references contest_players on delete cascade,
  code text not null references instruments,
  day date not null,
  side text not null check (side in ('buy', 'sell')),
  price int check (price > 0),
  quantity int not null check (quantity > 0),
  -- What a purchase holds back: the worst it can cost.
  frozen_cash bigint not null default 0 check (frozen_cash >= 0),
  state text not null default 'open' check (state in ('open', 'filled', 'cancelled', 'expired')),
  placed_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null)),
  check (side = 'buy' or frozen_cash = 0)
);
create index contest_orders_open on contest_orders (code, placed_at) where state = 'open';
create index contest_orders_of_player on contest_orders (player_id, id desc);
create index contest_orders_open_of_player on contest_orders (player_id) where state = 'open';

create table contest_fills (
  order_id bigint primary key references contest_orders on delete cascade,
  player_id bigint not null references contest_players on delete cascade,
  code text not null references instruments,
  day date not null,
  side text not null check (side in ('buy', 'sell')),
  price int not null check (price > 0),
  quantity int not null check (quantity > 0),
  amount bigint not null check (amount > 0),
  commission int not null check (commission >= 0),
  stamp int not null check (stamp >= 0),
  transfer int not null check (transfer >= 0),
  -- What a sale earned after fees over what the shares had cost; null for a purchase.
  profit bigint,
  quote_at timestamptz not null,
  filled_at timestamptz not null,
  check ((side = 'sell') = (profit is not null))
);
-- With what it cost, so that the sum of a player's fees reads no fill.
create index contest_fills_of_player on contest_fills (player_id, order_id desc) include (commission, stamp, transfer);
-- The day's sales, when it is cleared.
create index contest_fills_sold on contest_fills (day) where side = 'sell';

create table contest_holdings (
  player_id bigint not null references contest_players on delete cascade,
  code text not null references instruments,
  quantity int not null check (quantity >= 0),
  frozen_quantity int not null default 0 check (frozen_quantity >= 0),
  -- T+1: what came on this day cannot be sold on it.
  bought_on date,
  bought_quantity int not null default 0 check (bought_quantity >= 0),
  -- What the shares cost with fees, in fen.
  cost bigint not null default 0 check (cost >= 0),
  primary key (player_id, code),
  check (quantity >= frozen_quantity)
);
create index contest_holdings_of_code on contest_holdings (code) where quantity > 0;

-- The log: every change of a player's cash and shares, append-only. Balances are its sums, kept by the trigger below;
-- nothing else writes them.
create table contest_entries (
  id bigint generated always as identity primary key,
  player_id bigint not null references contest_players on delete cascade,
  kind text not null check (kind in ('start', 'freeze', 'release', 'buy', 'sell', 'dividend')),
  day date not null,
  order_id bigint references contest_orders,
  code text,
  cash bigint not null default 0,
  frozen_cash bigint not null default 0,
  quantity int not null default 0,
  frozen_quantity int not null default 0,
  cost bigint not null default 0,
  at timestamptz not null,
  check (code is not null or (quantity = 0 and frozen_quantity = 0 and cost = 0))
);
create index contest_entries_of_player on contest_entries (player_id, id);
create index contest_entries_of_order on contest_entries (order_id);
-- What came after a day that is cleared late.
create index contest_entries_by_day on contest_entries (day);
-- A dividend is paid once.
create unique index contest_entries_dividend on contest_entries (player_id, code, day) where kind = 'dividend';

create function keep_contest_balances() returns trigger language plpgsql as $$
begin
  update contest_players p
  set cash = p.cash + e.cash, frozen_cash = p.frozen_cash + e.frozen
  from (
    select player_id, sum(cash) cash, sum(frozen_cash) frozen from added
    group by player_id having sum(cash) <> 0 or sum(frozen_cash) <> 0
  ) e
  where p.id = e.player_id;

  -- Not an upsert: its checks would look at the change as if it were the holding.
  with e as (
    select player_id, code, sum(quantity) quantity, sum(frozen_quantity) frozen, sum(cost) cost,
      max(day) filter (where kind = 'buy') bought_on,
      coalesce(sum(quantity) filter (where kind = 'buy'), 0) bought
    from added where code is not null and (quantity <> 0 or frozen_quantity <> 0 or cost <> 0)
    group by player_id, code
  ), known as (
    update contest_holdings h set
      quantity = h.quantity + e.quantity,
      frozen_quantity = h.frozen_quantity + e.frozen,
      bought_on = coalesce(e.bought_on, h.bought_on),
      bought_quantity =
        case when e.bought_on is null or e.bought_on = h.bought_on then h.bought_quantity else 0 end + e.bought,
      cost = h.cost + e.cost
    from e where h.player_id = e.player_id and h.code = e.code
    returning h.player_id, h.code
  )
  insert into contest_holdings (player_id, code, quantity, frozen_quantity, bought_on, bought_quantity, cost)
  select e.player_id, e.code, e.quantity, e.frozen, e.bought_on, e.bought, e.cost from e
  where not exists (select from known k where k.player_id = e.player_id and k.code = e.code);
  return null;
end $$;
create trigger contest_balances after insert on contest_entries
  referencing new table as added for each statement execute function keep_contest_balances();

create function refuse_contest_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log of the contest is append-only'
    using errcode = 'check_violation', constraint = 'contest_entries_append_only';
end $$;
create trigger contest_entries_kept before update on contest_entries
  for each row execute function refuse_contest_change();

-- The days of a season that were cleared: a day that joins the calendar afterwards is none of them.
create table contest_cleared_days (
  season_id bigint not null references contest_seasons on delete cascade,
  day date not null,
  primary key (season_id, day)
);

-- What each had when a day was cleared.
create table contest_days (
  player_id bigint not null references contest_players on delete cascade,
  day date not null,
  cash bigint not null,
  market_value bigint not null,
  -- Since the season began: the highest assets, the deepest fall from them, sales and those that earned.
  peak bigint not null,
  drawdown_ppm int not null,
  sales int not null,
  won int not null,
  primary key (player_id, day)
);

-- The boards as of the last cleared day; returns in millionths.
create table contest_ranks (
  season_id bigint not null references contest_seasons on delete cascade,
  period text not null check (period in ('day', 'week', 'month', 'season')),
  player_id bigint not null references contest_players on delete cascade,
  place int not null check (place > 0),
  return_ppm int not null,
  assets bigint not null,
  drawdown_ppm int not null,
  win_rate_ppm int,
  primary key (period, player_id)
);
create index contest_ranks_of_season on contest_ranks (season_id, period, place, player_id);

create table contest_follows (
  member_id bigint not null references members on delete cascade,
  player_id bigint not null references contest_players on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, player_id)
);
create index contest_follows_of_player on contest_follows (player_id, member_id);

-- What the log makes of a season beside what is kept, asked for at the desk and done by the worker.
create table contest_recomputes (
  id bigint generated always as identity primary key,
  season_id bigint not null references contest_seasons on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- How often it was begun: what ends a process each time is given up.
  attempts int not null default 0,
  players int not null default 0,
  entries int not null default 0,
  difference_count int not null default 0,
  -- The first of them, each with whose it is, what, what is kept and what the log makes of it.
  differences jsonb not null default '[]',
  error text not null default '',
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
-- One at a time for a season; and the ones the worker looks for.
create unique index contest_recomputes_waiting on contest_recomputes (season_id) where state in ('queued', 'running');
create index contest_recomputes_of_season on contest_recomputes (season_id, id desc);
create index contest_recomputes_of_creator on contest_recomputes (created_by);

update roles set permissions = permissions || '{contest.manage}' where code = 'operator';
