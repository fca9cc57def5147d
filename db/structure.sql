-- Generated from the catalogue by npm run tables; for review.

create table advert_days (
  advert_id bigint not null,
  day date not null,
  impressions integer default 0 not null,
  clicks integer default 0 not null,
  constraint advert_days_advert_id_fkey FOREIGN KEY (advert_id) REFERENCES adverts(id) ON DELETE CASCADE,
  constraint advert_days_pkey PRIMARY KEY (advert_id, day)
);

create table adverts (
  id bigint generated as identity not null,
  "position" smallint not null,
  title text not null,
  image text,
  href text default ''::text not null,
  weight integer default 0 not null,
  starts_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  is_paused boolean default false not null,
  constraint adverts_check CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
  constraint adverts_pkey PRIMARY KEY (id),
  constraint adverts_position_check CHECK ((("position" >= 1) AND ("position" <= 5)))
);
CREATE INDEX adverts_of_position ON adverts USING btree ("position", weight DESC, id);

create table agreement_drafts (
  kind text not null,
  number integer not null,
  title text not null,
  html text not null,
  saved_by bigint,
  saved_at timestamp with time zone not null,
  constraint agreement_drafts_kind_check CHECK ((kind = ANY (ARRAY['agreement'::text, 'privacy'::text]))),
  constraint agreement_drafts_pkey PRIMARY KEY (kind, number),
  constraint agreement_drafts_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES members(id) ON DELETE SET NULL
);
CREATE INDEX agreement_drafts_of_member ON agreement_drafts USING btree (saved_by);

create table agreements (
  id bigint generated as identity not null,
  kind text not null,
  version text not null,
  title text not null,
  body text not null,
  effective_at timestamp with time zone not null,
  created_by bigint,
  constraint agreements_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint agreements_kind_check CHECK ((kind = ANY (ARRAY['agreement'::text, 'privacy'::text]))),
  constraint agreements_kind_version_key UNIQUE (kind, version),
  constraint agreements_pkey PRIMARY KEY (id)
);
CREATE INDEX agreements_in_force ON agreements USING btree (kind, effective_at DESC, id DESC);
CREATE INDEX agreements_of_creator ON agreements USING btree (created_by);

create table announcements (
  id bigint generated as identity not null,
  title text not null,
  body text not null,
  link text default ''::text not null,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  constraint announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint announcements_pkey PRIMARY KEY (id)
);

create table api_keys (
  id bigint generated as identity not null,
  key_hash bytea not null,
  hint text not null,
  name text not null,
  member_id bigint not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_hash_key UNIQUE (key_hash),
  constraint api_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint api_keys_pkey PRIMARY KEY (id)
);
CREATE INDEX api_keys_of_member ON api_keys USING btree (member_id);

create table attachment_downloads (
  address text not null,
  day date not null,
  member_id bigint not null,
  post_id bigint not null,
  constraint attachment_downloads_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint attachment_downloads_pkey PRIMARY KEY (address, day, member_id)
);
CREATE INDEX attachment_downloads_by_day ON attachment_downloads USING btree (day);
CREATE INDEX attachment_downloads_of_member ON attachment_downloads USING btree (member_id);
CREATE INDEX attachment_downloads_of_post ON attachment_downloads USING btree (post_id);

create table audit_entries (
  id bigint generated as identity not null,
  member_id bigint,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  created_at timestamp with time zone default now() not null,
  is_security boolean default false not null,
  key_name text,
  constraint audit_entries_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_actions ON audit_entries USING btree (id DESC) WHERE (action !~~ 'security.%'::text);
CREATE INDEX audit_entries_of_action ON audit_entries USING btree (action, id DESC);
CREATE INDEX audit_entries_of_member ON audit_entries USING btree (member_id, id DESC);
CREATE INDEX audit_entries_of_target ON audit_entries USING btree (target, id DESC);
CREATE INDEX audit_entries_security ON audit_entries USING btree (id DESC) WHERE is_security;
CREATE INDEX audit_entries_security_events ON audit_entries USING btree (created_at) WHERE (action ~~ 'security.%'::text);

create table authors (
  id bigint generated as identity not null,
  name text not null,
  title text default ''::text not null,
  bio text default ''::text not null,
  avatar text,
  member_id bigint,
  created_at timestamp with time zone default now() not null,
  qualification text default ''::text not null,
  institution text default ''::text not null,
  qualification_state text default 'none'::text not null,
  qualification_note text default ''::text not null,
  share_percent integer,
  constraint authors_institution_check CHECK ((char_length(institution) <= 100)),
  constraint authors_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint authors_member_id_key UNIQUE (member_id),
  constraint authors_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50))),
  constraint authors_name_key UNIQUE (name),
  constraint authors_pkey PRIMARY KEY (id),
  constraint authors_qualification_check CHECK ((char_length(qualification) <= 50)),
  constraint authors_qualification_state_check CHECK ((qualification_state = ANY (ARRAY['none'::text, 'waiting'::text, 'verified'::text, 'refused'::text]))),
  constraint authors_qualification_whole CHECK ((((qualification = ''::text) = (institution = ''::text)) AND ((qualification = ''::text) = (qualification_state = 'none'::text)))),
  constraint authors_share_check CHECK (((share_percent >= 0) AND (share_percent <= 100)))
);
CREATE INDEX authors_by_name_prefix ON authors USING btree (name text_pattern_ops);
CREATE INDEX authors_qualification_waiting ON authors USING btree (id) WHERE (qualification_state = 'waiting'::text);

create table bind_tickets (
  ticket_hash bytea not null,
  provider text not null,
  union_id text,
  open_id text not null,
  nickname text default ''::text not null,
  expires_at timestamp with time zone not null,
  app_id text default ''::text not null,
  picture text default ''::text not null,
  constraint bind_tickets_pkey PRIMARY KEY (ticket_hash)
);
CREATE INDEX bind_tickets_by_age ON bind_tickets USING btree (expires_at);

create table cdn_purges (
  id bigint generated as identity not null,
  tags text[] not null,
  queued_at timestamp with time zone default now() not null,
  due_at timestamp with time zone default now() not null,
  sent smallint default 0 not null,
  attempts integer default 0 not null,
  constraint cdn_purges_pkey PRIMARY KEY (id)
);
CREATE INDEX cdn_purges_due ON cdn_purges USING btree (due_at);

create table collection_totals (
  scope text not null,
  target_id bigint not null,
  total integer not null,
  constraint collection_totals_pkey PRIMARY KEY (scope, target_id),
  constraint collection_totals_scope_check CHECK ((scope = ANY (ARRAY['post'::text, 'author'::text])))
);

create table collects (
  id bigint generated as identity not null,
  member_id bigint not null,
  post_id bigint not null,
  kind text not null,
  created_at timestamp with time zone default now() not null,
  constraint collects_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint collects_once_key UNIQUE (member_id, post_id),
  constraint collects_pkey PRIMARY KEY (id),
  constraint collects_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX collects_of_member ON collects USING btree (member_id, kind, id DESC);
CREATE INDEX collects_of_post ON collects USING btree (post_id);
CREATE TRIGGER collects_delete AFTER DELETE ON collects REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_collection_totals();
CREATE TRIGGER collects_insert AFTER INSERT ON collects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_collection_totals();

create table columns (
  id bigint generated as identity not null,
  parent_id bigint,
  name text not null,
  description text default ''::text not null,
  kind text not null,
  access text default 'public'::text not null,
  code_path smallint,
  list_order integer default 0 not null,
  is_nav boolean default true not null,
  is_auth boolean default true not null,
  login_auth boolean default false not null,
  no_menu boolean default false not null,
  hide_child boolean default false not null,
  keep_alive boolean default true not null,
  bread_show boolean default true not null,
  menu_type smallint default 1 not null,
  icon text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint columns_access_check CHECK ((access = ANY (ARRAY['public'::text, 'member'::text, 'vip'::text, 'paid'::text]))),
  constraint columns_kind_check CHECK ((kind = ANY (ARRAY['news'::text, 'article'::text, 'reference'::text]))),
  constraint columns_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 20))),
  constraint columns_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES columns(id),
  constraint columns_pkey PRIMARY KEY (id)
);
CREATE INDEX columns_of_parent ON columns USING btree (parent_id);

create table comment_likes (
  comment_id bigint not null,
  member_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint comment_likes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_likes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint comment_likes_pkey PRIMARY KEY (comment_id, member_id)
);
CREATE INDEX comment_likes_of_member ON comment_likes USING btree (member_id, comment_id);
CREATE TRIGGER comment_likes_delete AFTER DELETE ON comment_likes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_likes();
CREATE TRIGGER comment_likes_insert AFTER INSERT ON comment_likes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_likes();

create table comment_mutes (
  member_id bigint not null,
  until timestamp with time zone not null,
  reason text not null,
  muted_by bigint,
  created_at timestamp with time zone default now() not null,
  constraint comment_mutes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint comment_mutes_muted_by_fkey FOREIGN KEY (muted_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint comment_mutes_pkey PRIMARY KEY (member_id)
);
CREATE INDEX comment_mutes_by ON comment_mutes USING btree (muted_by);
CREATE INDEX comment_mutes_newest ON comment_mutes USING btree (created_at DESC, member_id DESC);

create table comment_reports (
  comment_id bigint not null,
  member_id bigint not null,
  reason text not null,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  constraint comment_reports_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_reports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint comment_reports_pkey PRIMARY KEY (comment_id, member_id),
  constraint comment_reports_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'illegal'::text, 'securities'::text, 'rumour'::text, 'other'::text])))
);
CREATE INDEX comment_reports_of_member ON comment_reports USING btree (member_id, comment_id);
CREATE TRIGGER comment_reports_delete AFTER DELETE ON comment_reports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_reports();
CREATE TRIGGER comment_reports_insert AFTER INSERT ON comment_reports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_reports();
CREATE TRIGGER comment_reports_update AFTER UPDATE ON comment_reports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_reports();

create table comments (
  id bigint generated as identity not null,
  post_id bigint not null,
  root_id bigint,
  reply_to_id bigint,
  member_id bigint,
  body text not null,
  mentions jsonb default '[]'::jsonb not null,
  state text not null,
  was_shown boolean default false not null,
  reason text default ''::text not null,
  province text default ''::text not null,
  likes integer default 0 not null,
  replies integer default 0 not null,
  reports integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  guest_name text,
  import_key text,
  constraint comments_check CHECK (((reply_to_id IS NULL) OR (root_id IS NOT NULL))),
  constraint comments_guest_name_check CHECK (((char_length(guest_name) >= 1) AND (char_length(guest_name) <= 100))),
  constraint comments_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint comments_reply_to_id_fkey FOREIGN KEY (reply_to_id) REFERENCES comments(id) ON DELETE SET NULL,
  constraint comments_root_id_fkey FOREIGN KEY (root_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comments_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'visible'::text, 'hidden'::text, 'deleted'::text])))
);
CREATE INDEX comments_answering ON comments USING btree (reply_to_id) WHERE (reply_to_id IS NOT NULL);
CREATE INDEX comments_hottest ON comments USING btree (post_id, (
CASE
    WHEN (state = 'visible'::text) THEN (likes + replies)
    ELSE '-1'::integer
END) DESC, id DESC) WHERE ((root_id IS NULL) AND ((state = 'visible'::text) OR (replies > 0)));
CREATE INDEX comments_mentioning ON comments USING gin (mentions jsonb_path_ops) WHERE (mentions <> '[]'::jsonb);
CREATE INDEX comments_newest ON comments USING btree (post_id, id DESC) WHERE ((root_id IS NULL) AND ((state = 'visible'::text) OR (replies > 0)));
CREATE INDEX comments_of_member ON comments USING btree (member_id, id DESC);
CREATE INDEX comments_of_post ON comments USING btree (post_id, id DESC);
CREATE INDEX comments_of_state ON comments USING btree (state, id DESC);
CREATE INDEX comments_of_thread ON comments USING btree (root_id, state, id) WHERE (root_id IS NOT NULL);
CREATE INDEX comments_reported ON comments USING btree (id DESC) WHERE (reports > 0);
CREATE INDEX comments_speakers ON comments USING btree (post_id, member_id) WHERE (state = 'visible'::text);
CREATE INDEX comments_unseen ON comments USING btree (member_id, post_id, id DESC) WHERE (state = ANY (ARRAY['pending'::text, 'hidden'::text]));
CREATE UNIQUE INDEX comments_import_key ON comments USING btree (import_key) WHERE (import_key IS NOT NULL);
CREATE TRIGGER comments_delete AFTER DELETE ON comments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_totals_on_delete();
CREATE TRIGGER comments_insert AFTER INSERT ON comments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_totals_on_insert();
CREATE TRIGGER comments_update AFTER UPDATE ON comments REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_comment_totals_on_update();

create table consents (
  id bigint generated as identity not null,
  member_id bigint not null,
  kind text not null,
  version text not null,
  address text not null,
  agreed_at timestamp with time zone default now() not null,
  constraint consents_kind_check CHECK ((kind = ANY (ARRAY['agreement'::text, 'privacy'::text]))),
  constraint consents_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint consents_member_id_kind_version_key UNIQUE (member_id, kind, version),
  constraint consents_pkey PRIMARY KEY (id)
);

create table contest_cleared_days (
  season_id bigint not null,
  day date not null,
  constraint contest_cleared_days_pkey PRIMARY KEY (season_id, day),
  constraint contest_cleared_days_season_id_fkey FOREIGN KEY (season_id) REFERENCES contest_seasons(id) ON DELETE CASCADE
);

create table contest_days (
  player_id bigint not null,
  day date not null,
  cash bigint not null,
  market_value bigint not null,
  peak bigint not null,
  drawdown_ppm integer not null,
  sales integer not null,
  won integer not null,
  constraint contest_days_pkey PRIMARY KEY (player_id, day),
  constraint contest_days_player_id_fkey FOREIGN KEY (player_id) REFERENCES contest_players(id) ON DELETE CASCADE
);

create table contest_entries (
  id bigint generated as identity not null,
  player_id bigint not null,
  kind text not null,
  day date not null,
  order_id bigint,
  code text,
  cash bigint default 0 not null,
  frozen_cash bigint default 0 not null,
  quantity integer default 0 not null,
  frozen_quantity integer default 0 not null,
  cost bigint default 0 not null,
  at timestamp with time zone not null,
  constraint contest_entries_check CHECK (((code IS NOT NULL) OR ((quantity = 0) AND (frozen_quantity = 0) AND (cost = 0)))),
  constraint contest_entries_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'freeze'::text, 'release'::text, 'buy'::text, 'sell'::text, 'dividend'::text]))),
  constraint contest_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES contest_orders(id),
  constraint contest_entries_pkey PRIMARY KEY (id),
  constraint contest_entries_player_id_fkey FOREIGN KEY (player_id) REFERENCES contest_players(id) ON DELETE CASCADE
);
CREATE INDEX contest_entries_by_day ON contest_entries USING btree (day);
CREATE INDEX contest_entries_of_order ON contest_entries USING btree (order_id);
CREATE INDEX contest_entries_of_player ON contest_entries USING btree (player_id, id);
CREATE UNIQUE INDEX contest_entries_dividend ON contest_entries USING btree (player_id, code, day) WHERE (kind = 'dividend'::text);
CREATE TRIGGER contest_balances AFTER INSERT ON contest_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_contest_balances();
CREATE TRIGGER contest_entries_kept BEFORE UPDATE ON contest_entries FOR EACH ROW EXECUTE FUNCTION refuse_contest_change();

create table contest_fills (
  order_id bigint not null,
  player_id bigint not null,
  code text not null,
  day date not null,
  side text not null,
  price integer not null,
  quantity integer not null,
  amount bigint not null,
  commission integer not null,
  stamp integer not null,
  transfer integer not null,
  profit bigint,
  quote_at timestamp with time zone not null,
  filled_at timestamp with time zone not null,
  constraint contest_fills_amount_check CHECK ((amount > 0)),
  constraint contest_fills_check CHECK (((side = 'sell'::text) = (profit IS NOT NULL))),
  constraint contest_fills_code_fkey FOREIGN KEY (code) REFERENCES instruments(code),
  constraint contest_fills_commission_check CHECK ((commission >= 0)),
  constraint contest_fills_order_id_fkey FOREIGN KEY (order_id) REFERENCES contest_orders(id) ON DELETE CASCADE,
  constraint contest_fills_pkey PRIMARY KEY (order_id),
  constraint contest_fills_player_id_fkey FOREIGN KEY (player_id) REFERENCES contest_players(id) ON DELETE CASCADE,
  constraint contest_fills_price_check CHECK ((price > 0)),
  constraint contest_fills_quantity_check CHECK ((quantity > 0)),
  constraint contest_fills_side_check CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text]))),
  constraint contest_fills_stamp_check CHECK ((stamp >= 0)),
  constraint contest_fills_transfer_check CHECK ((transfer >= 0))
);
CREATE INDEX contest_fills_of_player ON contest_fills USING btree (player_id, order_id DESC) INCLUDE (commission, stamp, transfer);
CREATE INDEX contest_fills_sold ON contest_fills USING btree (day) WHERE (side = 'sell'::text);

create table contest_follows (
  member_id bigint not null,
  player_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint contest_follows_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint contest_follows_pkey PRIMARY KEY (member_id, player_id),
  constraint contest_follows_player_id_fkey FOREIGN KEY (player_id) REFERENCES contest_players(id) ON DELETE CASCADE
);
CREATE INDEX contest_follows_of_player ON contest_follows USING btree (player_id, member_id);

create table contest_holdings (
  player_id bigint not null,
  code text not null,
  quantity integer not null,
  frozen_quantity integer default 0 not null,
  bought_on date,
  bought_quantity integer default 0 not null,
  cost bigint default 0 not null,
  constraint contest_holdings_bought_quantity_check CHECK ((bought_quantity >= 0)),
  constraint contest_holdings_check CHECK ((quantity >= frozen_quantity)),
  constraint contest_holdings_code_fkey FOREIGN KEY (code) REFERENCES instruments(code),
  constraint contest_holdings_cost_check CHECK ((cost >= 0)),
  constraint contest_holdings_frozen_quantity_check CHECK ((frozen_quantity >= 0)),
  constraint contest_holdings_pkey PRIMARY KEY (player_id, code),
  constraint contest_holdings_player_id_fkey FOREIGN KEY (player_id) REFERENCES contest_players(id) ON DELETE CASCADE,
  constraint contest_holdings_quantity_check CHECK ((quantity >= 0))
);
CREATE INDEX contest_holdings_of_code ON contest_holdings USING btree (code) WHERE (quantity > 0);

create table contest_orders (
  id bigint generated as identity not null,
  player_id bigint not null,
  code text not null,
  day date not null,
  side text not null,
  price integer,
  quantity integer not null,
  frozen_cash bigint default 0 not null,
  state text default 'open'::text not null,
  placed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint contest_orders_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint contest_orders_check1 CHECK (((side = 'buy'::text) OR (frozen_cash = 0))),
  constraint contest_orders_code_fkey FOREIGN KEY (code) REFERENCES instruments(code),
  constraint contest_orders_frozen_cash_check CHECK ((frozen_cash >= 0)),
  constraint contest_orders_pkey PRIMARY KEY (id),
  constraint contest_orders_player_id_fkey FOREIGN KEY (player_id) REFERENCES contest_players(id) ON DELETE CASCADE,
  constraint contest_orders_price_check CHECK ((price > 0)),
  constraint contest_orders_quantity_check CHECK ((quantity > 0)),
  constraint contest_orders_side_check CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text]))),
  constraint contest_orders_state_check CHECK ((state = ANY (ARRAY['open'::text, 'filled'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX contest_orders_of_player ON contest_orders USING btree (player_id, id DESC);
CREATE INDEX contest_orders_open ON contest_orders USING btree (code, placed_at) WHERE (state = 'open'::text);
CREATE INDEX contest_orders_open_of_player ON contest_orders USING btree (player_id) WHERE (state = 'open'::text);

create table contest_players (
  id bigint generated as identity not null,
  season_id bigint not null,
  member_id bigint,
  mobile_hash bytea not null,
  cash bigint default 0 not null,
  frozen_cash bigint default 0 not null,
  joined_at timestamp with time zone default now() not null,
  disqualified_at timestamp with time zone,
  reason text default ''::text not null,
  constraint contest_players_check CHECK ((cash >= frozen_cash)),
  constraint contest_players_frozen_cash_check CHECK ((frozen_cash >= 0)),
  constraint contest_players_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint contest_players_once UNIQUE (season_id, mobile_hash),
  constraint contest_players_pkey PRIMARY KEY (id),
  constraint contest_players_season_id_fkey FOREIGN KEY (season_id) REFERENCES contest_seasons(id),
  constraint contest_players_season_id_member_id_key UNIQUE (season_id, member_id)
);
CREATE INDEX contest_players_newest ON contest_players USING btree (season_id, id DESC);
CREATE INDEX contest_players_of_member ON contest_players USING btree (member_id);
CREATE INDEX contest_players_out ON contest_players USING btree (season_id, id DESC) WHERE (disqualified_at IS NOT NULL);

create table contest_ranks (
  season_id bigint not null,
  period text not null,
  player_id bigint not null,
  place integer not null,
  return_ppm integer not null,
  assets bigint not null,
  drawdown_ppm integer not null,
  win_rate_ppm integer,
  constraint contest_ranks_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'season'::text]))),
  constraint contest_ranks_pkey PRIMARY KEY (period, player_id),
  constraint contest_ranks_place_check CHECK ((place > 0)),
  constraint contest_ranks_player_id_fkey FOREIGN KEY (player_id) REFERENCES contest_players(id) ON DELETE CASCADE,
  constraint contest_ranks_season_id_fkey FOREIGN KEY (season_id) REFERENCES contest_seasons(id) ON DELETE CASCADE
);
CREATE INDEX contest_ranks_of_season ON contest_ranks USING btree (season_id, period, place, player_id);

create table contest_recomputes (
  id bigint generated as identity not null,
  season_id bigint not null,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  players integer default 0 not null,
  entries integer default 0 not null,
  difference_count integer default 0 not null,
  differences jsonb default '[]'::jsonb not null,
  error text default ''::text not null,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint contest_recomputes_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint contest_recomputes_pkey PRIMARY KEY (id),
  constraint contest_recomputes_season_id_fkey FOREIGN KEY (season_id) REFERENCES contest_seasons(id) ON DELETE CASCADE,
  constraint contest_recomputes_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX contest_recomputes_of_creator ON contest_recomputes USING btree (created_by);
CREATE INDEX contest_recomputes_of_season ON contest_recomputes USING btree (season_id, id DESC);
CREATE INDEX contest_recomputes_open ON contest_recomputes USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX contest_recomputes_waiting ON contest_recomputes USING btree (season_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table contest_seasons (
  id bigint generated as identity not null,
  name text not null,
  starts_on date not null,
  ends_on date not null,
  starting_cash bigint not null,
  boards text[] not null,
  with_st boolean default false not null,
  position_cap_bp integer default 4000 not null,
  commission_ppm integer default 250 not null,
  commission_least integer default 500 not null,
  index_code text,
  delay_days integer default 1 not null,
  for_whom text default 'member'::text not null,
  prizes text default ''::text not null,
  rules text default ''::text not null,
  is_open boolean default false not null,
  cleared_on date,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint contest_seasons_boards_check CHECK ((cardinality(boards) > 0)),
  constraint contest_seasons_check CHECK ((ends_on >= starts_on)),
  constraint contest_seasons_commission_least_check CHECK ((commission_least >= 0)),
  constraint contest_seasons_commission_ppm_check CHECK (((commission_ppm >= 0) AND (commission_ppm <= 3000))),
  constraint contest_seasons_delay_days_check CHECK (((delay_days >= 0) AND (delay_days <= 30))),
  constraint contest_seasons_for_whom_check CHECK ((for_whom = ANY (ARRAY['member'::text, 'vip'::text]))),
  constraint contest_seasons_index_code_fkey FOREIGN KEY (index_code) REFERENCES instruments(code),
  constraint contest_seasons_name_key UNIQUE (name),
  constraint contest_seasons_pkey PRIMARY KEY (id),
  constraint contest_seasons_position_cap_bp_check CHECK (((position_cap_bp >= 100) AND (position_cap_bp <= 10000))),
  constraint contest_seasons_starting_cash_check CHECK (((starting_cash >= 100000) AND (starting_cash <= '100000000000'::bigint)))
);
CREATE INDEX contest_seasons_going ON contest_seasons USING btree (starts_on) WHERE (is_open AND (ended_at IS NULL));
CREATE INDEX contest_seasons_newest ON contest_seasons USING btree (starts_on DESC, id DESC);

create table coupon_uses (
  order_id bigint not null,
  coupon_id bigint not null,
  member_id bigint,
  state text default 'held'::text not null,
  constraint coupon_uses_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  constraint coupon_uses_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint coupon_uses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint coupon_uses_pkey PRIMARY KEY (order_id),
  constraint coupon_uses_state_check CHECK ((state = ANY (ARRAY['held'::text, 'used'::text, 'released'::text])))
);
CREATE INDEX coupon_uses_by_member ON coupon_uses USING btree (member_id);
CREATE INDEX coupon_uses_of_member ON coupon_uses USING btree (coupon_id, member_id) WHERE (state <> 'released'::text);

create table coupons (
  id bigint generated as identity not null,
  code text not null,
  name text not null,
  amount_off integer,
  percent_off integer,
  least_price integer default 0 not null,
  scope text default 'all'::text not null,
  target_id bigint,
  starts_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone,
  total_limit integer,
  member_limit integer default 1 not null,
  used integer default 0 not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  constraint coupons_amount_off_check CHECK (((amount_off >= 1) AND (amount_off <= 10000000))),
  constraint coupons_check CHECK ((num_nonnulls(amount_off, percent_off) = 1)),
  constraint coupons_check1 CHECK (((total_limit IS NULL) OR (used <= total_limit))),
  constraint coupons_check2 CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
  constraint coupons_code_check CHECK ((code ~ '^[0-9A-Z]{4,20}$'::text)),
  constraint coupons_code_key UNIQUE (code),
  constraint coupons_least_price_check CHECK ((least_price >= 0)),
  constraint coupons_member_limit_check CHECK ((member_limit > 0)),
  constraint coupons_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30))),
  constraint coupons_percent_off_check CHECK (((percent_off >= 1) AND (percent_off <= 99))),
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'vip'::text, 'column'::text, 'post'::text]))),
  constraint coupons_total_limit_check CHECK ((total_limit > 0)),
  constraint coupons_used_check CHECK ((used >= 0))
);

create table daily_quotes (
  code text not null,
  day date not null,
  open integer not null,
  high integer not null,
  low integer not null,
  close integer not null,
  previous_close integer not null,
  limit_up integer,
  limit_down integer,
  volume bigint default 0 not null,
  amount bigint default 0 not null,
  is_suspended boolean default false not null,
  constraint daily_quotes_amount_check CHECK ((amount >= 0)),
  constraint daily_quotes_check CHECK (((high >= GREATEST(open, close, low)) AND (low <= LEAST(open, close)))),
  constraint daily_quotes_check1 CHECK (((num_nonnulls(limit_up, limit_down) <> 1) AND (limit_up >= limit_down))),
  constraint daily_quotes_close_check CHECK ((close > 0)),
  constraint daily_quotes_code_fkey FOREIGN KEY (code) REFERENCES instruments(code) ON DELETE CASCADE,
  constraint daily_quotes_low_check CHECK ((low > 0)),
  constraint daily_quotes_open_check CHECK ((open > 0)),
  constraint daily_quotes_pkey PRIMARY KEY (code, day),
  constraint daily_quotes_previous_close_check CHECK ((previous_close > 0)),
  constraint daily_quotes_volume_check CHECK ((volume >= 0))
);
CREATE INDEX daily_quotes_of_day ON daily_quotes USING btree (day, code);

create table dividends (
  code text not null,
  ex_day date not null,
  cash_per_ten integer default 0 not null,
  bonus_per_ten integer default 0 not null,
  constraint dividends_bonus_per_ten_check CHECK ((bonus_per_ten >= 0)),
  constraint dividends_cash_per_ten_check CHECK ((cash_per_ten >= 0)),
  constraint dividends_check CHECK (((cash_per_ten + bonus_per_ten) > 0)),
  constraint dividends_code_fkey FOREIGN KEY (code) REFERENCES instruments(code) ON DELETE CASCADE,
  constraint dividends_pkey PRIMARY KEY (code, ex_day)
);
CREATE INDEX dividends_of_day ON dividends USING btree (ex_day);

create table economic_events (
  id bigint generated as identity not null,
  at timestamp with time zone not null,
  region text default ''::text not null,
  title text not null,
  importance smallint not null,
  previous text default ''::text not null,
  forecast text default ''::text not null,
  actual text default ''::text not null,
  constraint economic_events_importance_check CHECK (((importance >= 1) AND (importance <= 3))),
  constraint economic_events_once_key UNIQUE (at, region, title),
  constraint economic_events_pkey PRIMARY KEY (id)
);

create table engine_outbox (
  id bigint generated as identity not null,
  engine text not null,
  post_id bigint not null,
  column_id bigint not null,
  queued_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  attempts integer default 0 not null,
  constraint engine_outbox_engine_check CHECK ((engine = ANY (ARRAY['baidu'::text, 'indexnow'::text]))),
  constraint engine_outbox_engine_post_id_column_id_key UNIQUE (engine, post_id, column_id),
  constraint engine_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX engine_outbox_newest ON engine_outbox USING btree (engine, queued_at DESC);

create table engine_pushes (
  id bigint generated as identity not null,
  engine text not null,
  addresses text[] not null,
  is_taken boolean not null,
  answer text not null,
  pushed_at timestamp with time zone not null,
  constraint engine_pushes_pkey PRIMARY KEY (id)
);
CREATE INDEX engine_pushes_by_age ON engine_pushes USING btree (pushed_at);

create table engine_states (
  engine text not null,
  failures integer default 0 not null,
  retry_at timestamp with time zone,
  remaining integer,
  constraint engine_states_pkey PRIMARY KEY (engine)
);

create table external_accounts (
  id bigint generated as identity not null,
  member_id bigint not null,
  provider text not null,
  union_id text,
  open_id text not null,
  nickname text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  app_id text default ''::text not null,
  constraint external_accounts_identity_key UNIQUE (provider, union_id),
  constraint external_accounts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint external_accounts_member_key UNIQUE (member_id, provider),
  constraint external_accounts_pkey PRIMARY KEY (id),
  constraint external_accounts_provider_check CHECK ((((provider = 'wechat'::text) AND (union_id IS NOT NULL)) OR ((provider = 'wechat_service'::text) AND (app_id <> ''::text))))
);
CREATE UNIQUE INDEX external_accounts_open_id_key ON external_accounts USING btree (app_id, open_id) WHERE (provider = 'wechat_service'::text);

create table feed_addresses (
  member_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_read_at timestamp with time zone,
  constraint feed_addresses_hash_key UNIQUE (token_hash),
  constraint feed_addresses_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint feed_addresses_pkey PRIMARY KEY (member_id)
);

create table feed_items (
  id bigint generated as identity not null,
  source_id bigint not null,
  item_key text not null,
  content_hash bytea not null,
  url text default ''::text not null,
  title text not null,
  author text default ''::text not null,
  summary text default ''::text not null,
  html text not null,
  published_at timestamp with time zone,
  fetched_at timestamp with time zone default now() not null,
  state text default 'pending'::text not null,
  post_id bigint,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint feed_items_content_hash_key UNIQUE (content_hash),
  constraint feed_items_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint feed_items_once_key UNIQUE (source_id, item_key),
  constraint feed_items_pkey PRIMARY KEY (id),
  constraint feed_items_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL,
  constraint feed_items_source_id_fkey FOREIGN KEY (source_id) REFERENCES feed_sources(id) ON DELETE CASCADE,
  constraint feed_items_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'dismissed'::text])))
);
CREATE INDEX feed_items_by_age ON feed_items USING btree (fetched_at) WHERE (state <> 'approved'::text);
CREATE INDEX feed_items_of_decider ON feed_items USING btree (decided_by);
CREATE INDEX feed_items_of_post ON feed_items USING btree (post_id);
CREATE INDEX feed_items_of_source ON feed_items USING btree (source_id, state, id DESC);
CREATE INDEX feed_items_of_state ON feed_items USING btree (state, id DESC);

create table feed_sources (
  id bigint generated as identity not null,
  name text not null,
  url text not null,
  column_id bigint not null,
  interval_minutes integer default 30 not null,
  is_active boolean default true not null,
  etag text default ''::text not null,
  last_modified text default ''::text not null,
  next_fetch_at timestamp with time zone default now() not null,
  last_fetched_at timestamp with time zone,
  last_error text default ''::text not null,
  failures integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint feed_sources_column_id_fkey FOREIGN KEY (column_id) REFERENCES columns(id),
  constraint feed_sources_interval_minutes_check CHECK (((interval_minutes >= 5) AND (interval_minutes <= 1440))),
  constraint feed_sources_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50))),
  constraint feed_sources_pkey PRIMARY KEY (id),
  constraint feed_sources_url_key UNIQUE (url)
);
CREATE INDEX feed_sources_due ON feed_sources USING btree (next_fetch_at) WHERE is_active;
CREATE INDEX feed_sources_of_column ON feed_sources USING btree (column_id);

create table figure_days (
  day date not null,
  scope text not null,
  key text default ''::text not null,
  views integer default 0 not null,
  readers integer default 0 not null,
  registrations integer default 0 not null,
  constraint figure_days_pkey PRIMARY KEY (day, scope, key),
  constraint figure_days_scope_check CHECK ((scope = ANY (ARRAY['site'::text, 'kind'::text, 'column'::text, 'author'::text, 'post'::text])))
);
CREATE INDEX figure_days_of_key ON figure_days USING btree (scope, key, day);
CREATE INDEX figure_days_ranking ON figure_days USING btree (scope, day, views DESC);

create table follows (
  id bigint generated as identity not null,
  member_id bigint not null,
  author_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint follows_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors(id) ON DELETE CASCADE,
  constraint follows_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint follows_once_key UNIQUE (member_id, author_id),
  constraint follows_pkey PRIMARY KEY (id)
);
CREATE INDEX follows_of_author ON follows USING btree (author_id, member_id);
CREATE INDEX follows_of_member ON follows USING btree (member_id, id DESC);
CREATE TRIGGER follows_delete AFTER DELETE ON follows REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_collection_totals();
CREATE TRIGGER follows_insert AFTER INSERT ON follows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_collection_totals();

create table footers (
  id smallint not null,
  groups jsonb,
  version integer not null,
  constraint footers_id_check CHECK ((id = 1)),
  constraint footers_pkey PRIMARY KEY (id)
);

create table gateway_notices (
  id bigint generated as identity not null,
  gateway text not null,
  notice_id text default ''::text not null,
  trade_number text default ''::text not null,
  outcome text not null,
  address text default ''::text not null,
  received_at timestamp with time zone default now() not null,
  constraint gateway_notices_pkey PRIMARY KEY (id)
);
CREATE INDEX gateway_notices_by_age ON gateway_notices USING btree (received_at);
CREATE INDEX gateway_notices_of_outcome ON gateway_notices USING btree (outcome, id DESC);
CREATE INDEX gateway_notices_of_trade ON gateway_notices USING btree (trade_number, id DESC);

create table grants (
  id bigint generated as identity not null,
  member_id bigint not null,
  scope text not null,
  target_id bigint,
  source text not null,
  starts_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint grants_check CHECK (((scope = 'vip'::text) = (target_id IS NULL))),
  constraint grants_check1 CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
  constraint grants_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint grants_pkey PRIMARY KEY (id),
  constraint grants_scope_check CHECK ((scope = ANY (ARRAY['vip'::text, 'post'::text, 'column'::text])))
);
CREATE INDEX grants_by_end ON grants USING btree (ends_at, id) WHERE (scope = ANY (ARRAY['vip'::text, 'column'::text]));
CREATE INDEX grants_of_column ON grants USING btree (target_id, member_id) WHERE (scope = 'column'::text);
CREATE INDEX grants_of_member ON grants USING btree (member_id, scope, target_id, ends_at);
CREATE INDEX grants_of_piece ON grants USING btree (target_id, member_id) WHERE (scope = 'post'::text);
CREATE INDEX grants_vip_by_end ON grants USING btree (ends_at) WHERE (scope = 'vip'::text);
CREATE TRIGGER grants_announce AFTER INSERT OR DELETE OR UPDATE ON grants FOR EACH ROW EXECUTE FUNCTION announce_member('member_id');

create table home_layout (
  id smallint not null,
  blocks jsonb,
  version integer not null,
  constraint home_layout_id_check CHECK ((id = 1)),
  constraint home_layout_pkey PRIMARY KEY (id)
);

create table instruments (
  code text not null,
  name text not null,
  initials text default ''::text not null,
  board text not null,
  is_st boolean default false not null,
  listed_on date,
  delisted_on date,
  is_invented boolean default false not null,
  constraint instruments_board_check CHECK ((board = ANY (ARRAY['main'::text, 'chinext'::text, 'star'::text, 'bse'::text, 'index'::text]))),
  constraint instruments_code_check CHECK ((code ~ '^[0-9A-Z.]{1,12}$'::text)),
  constraint instruments_initials_check CHECK ((initials ~ '^[0-9A-Z]*$'::text)),
  constraint instruments_pkey PRIMARY KEY (code)
);
CREATE INDEX instruments_by_initials ON instruments USING btree (initials text_pattern_ops, code);
CREATE INDEX instruments_by_name ON instruments USING btree (name text_pattern_ops, code);

create table intraday_quotes (
  code text not null,
  at timestamp with time zone not null,
  last integer not null,
  volume bigint default 0 not null,
  amount bigint default 0 not null,
  constraint intraday_quotes_amount_check CHECK ((amount >= 0)),
  constraint intraday_quotes_code_fkey FOREIGN KEY (code) REFERENCES instruments(code) ON DELETE CASCADE,
  constraint intraday_quotes_last_check CHECK ((last > 0)),
  constraint intraday_quotes_pkey PRIMARY KEY (code, at),
  constraint intraday_quotes_volume_check CHECK ((volume >= 0))
);
CREATE INDEX intraday_quotes_by_age ON intraday_quotes USING btree (at);

create table invoice_requests (
  id bigint generated as identity not null,
  order_id bigint not null,
  member_id bigint,
  title_kind text not null,
  title text not null,
  tax_number text default ''::text not null,
  email text not null,
  state text default 'requested'::text not null,
  file text,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  number text default ''::text not null,
  amount integer,
  constraint invoice_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint invoice_requests_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint invoice_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint invoice_requests_order_id_key UNIQUE (order_id),
  constraint invoice_requests_pkey PRIMARY KEY (id),
  constraint invoice_requests_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'issued'::text, 'rejected'::text]))),
  constraint invoice_requests_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100))),
  constraint invoice_requests_title_kind_check CHECK ((title_kind = ANY (ARRAY['person'::text, 'company'::text])))
);
CREATE INDEX invoice_requests_of_decider ON invoice_requests USING btree (decided_by);
CREATE INDEX invoice_requests_of_member ON invoice_requests USING btree (member_id);
CREATE INDEX invoice_requests_of_state ON invoice_requests USING btree (state, id DESC);

create table know_acknowledgements (
  member_id bigint not null,
  popup_id bigint not null,
  acknowledged_at timestamp with time zone default now() not null,
  constraint know_acknowledgements_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint know_acknowledgements_pkey PRIMARY KEY (member_id, popup_id),
  constraint know_acknowledgements_popup_id_fkey FOREIGN KEY (popup_id) REFERENCES know_popups(id) ON DELETE CASCADE
);
CREATE INDEX know_acknowledgements_of_popup ON know_acknowledgements USING btree (popup_id);

create table know_popups (
  id bigint generated as identity not null,
  place text not null,
  version integer not null,
  title text not null,
  body text not null,
  is_live boolean default false not null,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  constraint know_popups_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint know_popups_pkey PRIMARY KEY (id),
  constraint know_popups_place_check CHECK ((place = ANY (ARRAY['site'::text, 'purchase'::text, 'reference'::text]))),
  constraint know_popups_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 50))),
  constraint know_popups_version_check CHECK ((version > 0)),
  constraint know_popups_version_key UNIQUE (place, version)
);
CREATE INDEX know_popups_of_creator ON know_popups USING btree (created_by);
CREATE UNIQUE INDEX know_popups_live ON know_popups USING btree (place) WHERE is_live;

create table known_devices (
  member_id bigint not null,
  device_hash bytea not null,
  last_used_at timestamp with time zone not null,
  constraint known_devices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint known_devices_pkey PRIMARY KEY (member_id, device_hash)
);

create table latest_quotes (
  code text not null,
  at timestamp with time zone not null,
  open integer not null,
  high integer not null,
  low integer not null,
  last integer not null,
  previous_close integer not null,
  limit_up integer,
  limit_down integer,
  volume bigint default 0 not null,
  amount bigint default 0 not null,
  is_suspended boolean default false not null,
  constraint latest_quotes_check CHECK ((num_nonnulls(limit_up, limit_down) <> 1)),
  constraint latest_quotes_code_fkey FOREIGN KEY (code) REFERENCES instruments(code) ON DELETE CASCADE,
  constraint latest_quotes_last_check CHECK ((last > 0)),
  constraint latest_quotes_open_check CHECK ((open > 0)),
  constraint latest_quotes_pkey PRIMARY KEY (code),
  constraint latest_quotes_previous_close_check CHECK ((previous_close > 0))
);

create table leak_scans (
  id bigint generated as identity not null,
  most integer,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  done integer default 0 not null,
  total integer,
  sentences integer default 0 not null,
  addresses integer default 0 not null,
  leak_count integer default 0 not null,
  leaks jsonb default '[]'::jsonb not null,
  faults jsonb default '[]'::jsonb not null,
  error text default ''::text not null,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint leak_scans_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint leak_scans_most_check CHECK ((most > 0)),
  constraint leak_scans_pkey PRIMARY KEY (id),
  constraint leak_scans_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX leak_scans_of_creator ON leak_scans USING btree (created_by);
CREATE UNIQUE INDEX leak_scans_waiting ON leak_scans USING btree ((true)) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table ledger_entries (
  id bigint generated as identity not null,
  transaction_id bigint not null,
  account text not null,
  amount bigint not null,
  constraint ledger_entries_account_check CHECK ((account ~ '^[a-z]+(:[a-z0-9]+)?$'::text)),
  constraint ledger_entries_amount_check CHECK ((amount <> 0)),
  constraint ledger_entries_balance TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
);
CREATE INDEX ledger_entries_of_account ON ledger_entries USING btree (account, id DESC) INCLUDE (amount);
CREATE INDEX ledger_entries_of_transaction ON ledger_entries USING btree (transaction_id);
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
CREATE TRIGGER ledger_entries_kept BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

create table ledger_transactions (
  id bigint generated as identity not null,
  key text not null,
  kind text not null,
  order_id bigint,
  author_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint ledger_transactions_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors(id),
  constraint ledger_transactions_key_key UNIQUE (key),
  constraint ledger_transactions_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'surplus'::text, 'refund'::text, 'surplus_refund'::text, 'settlement'::text, 'withdrawal'::text, 'fee'::text]))),
  constraint ledger_transactions_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_transactions_by_age ON ledger_transactions USING btree (created_at, id);
CREATE INDEX ledger_transactions_of_author ON ledger_transactions USING btree (author_id, created_at DESC, id DESC);
CREATE INDEX ledger_transactions_of_order ON ledger_transactions USING btree (order_id);
CREATE TRIGGER ledger_transactions_kept BEFORE DELETE OR UPDATE ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

create table letter_bounces (
  id bigint generated as identity not null,
  address text not null,
  refusals integer default 0 not null,
  bounced_at timestamp with time zone,
  reason text default ''::text not null,
  source text not null,
  constraint letter_bounces_address_key UNIQUE (address),
  constraint letter_bounces_pkey PRIMARY KEY (id),
  constraint letter_bounces_source_check CHECK ((source = ANY (ARRAY['smtp'::text, 'staff'::text])))
);
CREATE INDEX letter_bounces_newest ON letter_bounces USING btree (id DESC) WHERE (bounced_at IS NOT NULL);

create table letter_digests (
  id bigint generated as identity not null,
  name text not null,
  period text not null,
  weekday smallint default 1 not null,
  hour smallint not null,
  column_ids bigint[] not null,
  introduction text default ''::text not null,
  audience text default 'all'::text not null,
  audience_key text default ''::text not null,
  is_on boolean default true not null,
  covered_until timestamp with time zone not null,
  next_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint letter_digests_audience_check CHECK ((audience = ANY (ARRAY['all'::text, 'vip'::text, 'column'::text, 'tag'::text]))),
  constraint letter_digests_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint letter_digests_period_check CHECK ((period = ANY (ARRAY['daily'::text, 'weekly'::text]))),
  constraint letter_digests_pkey PRIMARY KEY (id),
  constraint letter_digests_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE INDEX letter_digests_due ON letter_digests USING btree (next_at, id) WHERE is_on;

create table letter_pace (
  id integer default 1 not null,
  minute timestamp with time zone default '2000-01-01 00:00:00+00'::timestamp with time zone not null,
  claimed integer default 0 not null,
  held_until timestamp with time zone,
  holds integer default 0 not null,
  fault text default ''::text not null,
  constraint letter_pace_id_check CHECK ((id = 1)),
  constraint letter_pace_pkey PRIMARY KEY (id)
);

create table letter_recipients (
  id bigint generated as identity not null,
  letter_id bigint not null,
  member_id bigint not null,
  state text default 'pending'::text not null,
  due_at timestamp with time zone not null,
  claims integer default 0 not null,
  deferrals integer default 0 not null,
  sending_at timestamp with time zone,
  ended_at timestamp with time zone,
  fault text default ''::text not null,
  unsubscribed_at timestamp with time zone,
  reading_key text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
  opened_at timestamp with time zone,
  clicked_at timestamp with time zone,
  suspicion jsonb,
  constraint letter_recipients_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES letters(id) ON DELETE CASCADE,
  constraint letter_recipients_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint letter_recipients_once UNIQUE (letter_id, member_id),
  constraint letter_recipients_pkey PRIMARY KEY (id),
  constraint letter_recipients_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'skipped'::text])))
);
CREATE INDEX letter_recipients_by_state ON letter_recipients USING btree (letter_id, state, id);
CREATE INDEX letter_recipients_clicked ON letter_recipients USING btree (letter_id) WHERE (clicked_at IS NOT NULL);
CREATE INDEX letter_recipients_due ON letter_recipients USING btree (letter_id, due_at, id) WHERE (state = 'pending'::text);
CREATE INDEX letter_recipients_of_member ON letter_recipients USING btree (member_id, id);
CREATE INDEX letter_recipients_opened ON letter_recipients USING btree (letter_id) WHERE (opened_at IS NOT NULL);
CREATE INDEX letter_recipients_sending ON letter_recipients USING btree (sending_at) WHERE (state = 'sending'::text);
CREATE INDEX letter_recipients_suspect ON letter_recipients USING btree (letter_id) WHERE (suspicion IS NOT NULL);
CREATE INDEX letter_recipients_unsubscribed ON letter_recipients USING btree (letter_id) WHERE (unsubscribed_at IS NOT NULL);
CREATE UNIQUE INDEX letter_recipients_by_reading_key ON letter_recipients USING btree (reading_key);

create table letters (
  id bigint generated as identity not null,
  subscription text not null,
  state text default 'draft'::text not null,
  version integer default 1 not null,
  subject text default ''::text not null,
  introduction text default ''::text not null,
  post_ids bigint[] default '{}'::bigint[] not null,
  is_whole boolean default false not null,
  audience text default 'all'::text not null,
  audience_key text default ''::text not null,
  digest_id bigint,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  listed_to bigint default 0 not null,
  is_listed boolean default false not null,
  recipients integer default 0 not null,
  figures jsonb,
  fault text default ''::text not null,
  constraint letters_audience_check CHECK ((audience = ANY (ARRAY['all'::text, 'vip'::text, 'column'::text, 'tag'::text]))),
  constraint letters_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint letters_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES letter_digests(id) ON DELETE SET NULL,
  constraint letters_pkey PRIMARY KEY (id),
  constraint letters_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'stopped'::text]))),
  constraint letters_subscription_check CHECK ((subscription = ANY (ARRAY['letter'::text, 'daily'::text, 'weekly'::text])))
);
CREATE INDEX letters_due ON letters USING btree (scheduled_at, id) WHERE (state = 'scheduled'::text);
CREATE INDEX letters_of_creator ON letters USING btree (created_by);
CREATE INDEX letters_of_digest ON letters USING btree (digest_id);
CREATE INDEX letters_sending ON letters USING btree (id) WHERE (state = 'sending'::text);

create table market_pulls (
  is_one boolean default true not null,
  began_at timestamp with time zone not null,
  is_ok boolean default false not null,
  message text default ''::text not null,
  added integer default 0 not null,
  unchanged integer default 0 not null,
  failed integer default 0 not null,
  failures integer default 0 not null,
  next_at timestamp with time zone not null,
  constraint market_pulls_is_one_check CHECK (is_one),
  constraint market_pulls_pkey PRIMARY KEY (is_one)
);

create table media_folders (
  id bigint generated as identity not null,
  parent_id bigint,
  name text not null,
  created_at timestamp with time zone default now() not null,
  constraint media_folders_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50))),
  constraint media_folders_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES media_folders(id),
  constraint media_folders_parent_id_name_key UNIQUE NULLS NOT DISTINCT (parent_id, name),
  constraint media_folders_pkey PRIMARY KEY (id)
);

create table media_items (
  id bigint generated as identity not null,
  folder_id bigint,
  kind text not null,
  address text not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  width integer,
  height integer,
  alt text default ''::text not null,
  name_bigrams text[] default '{}'::text[] not null,
  use_count integer default 0 not null,
  uploaded_by bigint,
  created_at timestamp with time zone default now() not null,
  is_of_member boolean default false not null,
  constraint media_items_address_key UNIQUE (address),
  constraint media_items_bytes_check CHECK ((bytes > 0)),
  constraint media_items_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES media_folders(id),
  constraint media_items_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'file'::text]))),
  constraint media_items_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint media_items_pkey PRIMARY KEY (id),
  constraint media_items_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES members(id) ON DELETE SET NULL
);
CREATE INDEX media_items_by_name ON media_items USING gin (name_bigrams);
CREATE INDEX media_items_newest ON media_items USING btree (is_of_member, id DESC);
CREATE INDEX media_items_of_folder ON media_items USING btree (folder_id, is_of_member, id DESC);
CREATE INDEX media_items_of_kind ON media_items USING btree (is_of_member, kind, id DESC);
CREATE INDEX media_items_of_uploader ON media_items USING btree (uploaded_by, created_at);
CREATE INDEX media_items_unused ON media_items USING btree (is_of_member, id DESC) WHERE (use_count = 0);

create table media_uploaders (
  media_id bigint not null,
  member_id bigint not null,
  constraint media_uploaders_media_id_fkey FOREIGN KEY (media_id) REFERENCES media_items(id) ON DELETE CASCADE,
  constraint media_uploaders_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint media_uploaders_pkey PRIMARY KEY (media_id, member_id)
);
CREATE INDEX media_uploaders_of_member ON media_uploaders USING btree (member_id);

create table media_uses (
  media_id bigint not null,
  target text not null,
  constraint media_uses_media_id_fkey FOREIGN KEY (media_id) REFERENCES media_items(id) ON DELETE CASCADE,
  constraint media_uses_pkey PRIMARY KEY (media_id, target)
);
CREATE INDEX media_uses_of_target ON media_uses USING btree (target);
CREATE TRIGGER media_uses_delete AFTER DELETE ON media_uses REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_media_use_counts();
CREATE TRIGGER media_uses_insert AFTER INSERT ON media_uses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_media_use_counts();

create table member_roles (
  member_id bigint not null,
  role text not null,
  constraint member_roles_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_roles_pkey PRIMARY KEY (member_id, role),
  constraint member_roles_role_fkey FOREIGN KEY (role) REFERENCES roles(code)
);
CREATE INDEX member_roles_of_role ON member_roles USING btree (role);
CREATE TRIGGER member_roles_announce AFTER INSERT OR DELETE OR UPDATE ON member_roles FOR EACH ROW EXECUTE FUNCTION announce_member('member_id');

create table member_tags (
  member_id bigint not null,
  tag text not null,
  constraint member_tags_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_tags_pkey PRIMARY KEY (member_id, tag),
  constraint member_tags_tag_check CHECK (((char_length(tag) >= 1) AND (char_length(tag) <= 20)))
);
CREATE INDEX member_tags_of_tag ON member_tags USING btree (tag, member_id DESC);

create table members (
  id bigint generated as identity not null,
  mobile text not null,
  name text not null,
  avatar text,
  password_hash text,
  blocked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  email text,
  totp_secret text,
  totp_enabled_at timestamp with time zone,
  totp_last_step bigint,
  deletion_due_at timestamp with time zone,
  deleted_at timestamp with time zone,
  block_reason text,
  column_ids bigint[],
  constraint members_email_key UNIQUE (email),
  constraint members_mobile_key UNIQUE (mobile),
  constraint members_pkey PRIMARY KEY (id)
);
CREATE INDEX members_blocked ON members USING btree (blocked_at DESC, id DESC) WHERE (blocked_at IS NOT NULL);
CREATE INDEX members_by_mobile_prefix ON members USING btree (mobile text_pattern_ops);
CREATE INDEX members_by_name_prefix ON members USING btree (name text_pattern_ops);
CREATE INDEX members_deletion_due ON members USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);
CREATE INDEX members_newest ON members USING btree (created_at DESC, id DESC);
CREATE INDEX members_open_totp ON members USING btree (id) WHERE ((totp_secret IS NOT NULL) AND (totp_secret !~~ 'sealed:%'::text));
CREATE TRIGGER members_announce AFTER UPDATE OF blocked_at, deleted_at, totp_enabled_at ON members FOR EACH ROW EXECUTE FUNCTION announce_member('id');

create table menus (
  id smallint not null,
  entries jsonb,
  version integer not null,
  constraint menus_id_check CHECK ((id = 1)),
  constraint menus_pkey PRIMARY KEY (id)
);

create table milestones (
  name text not null,
  reached_at timestamp with time zone default now() not null,
  constraint milestones_pkey PRIMARY KEY (name)
);

create table missing_addresses (
  id bigint generated as identity not null,
  address text not null,
  hits bigint not null,
  referrer text default ''::text not null,
  is_ignored boolean default false not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint missing_addresses_pkey PRIMARY KEY (id)
);
CREATE INDEX missing_addresses_by_hits ON missing_addresses USING btree (is_ignored, hits, id);
CREATE UNIQUE INDEX missing_addresses_address ON missing_addresses USING btree (md5(address));

create table notice_channels (
  member_id bigint not null,
  kind text not null,
  channel text not null,
  constraint notice_channels_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'wechat'::text]))),
  constraint notice_channels_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notice_channels_pkey PRIMARY KEY (member_id, kind, channel)
);
CREATE INDEX notice_channels_of_letters ON notice_channels USING btree (kind, member_id) WHERE ((channel = 'mail'::text) AND (kind = ANY (ARRAY['letter'::text, 'daily'::text, 'weekly'::text])));

create table notice_deliveries (
  id bigint generated as identity not null,
  notice_id bigint not null,
  member_id bigint not null,
  kind text not null,
  channel text not null,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  fault text default ''::text not null,
  constraint notice_deliveries_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'wechat'::text]))),
  constraint notice_deliveries_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notice_deliveries_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  constraint notice_deliveries_pkey PRIMARY KEY (id),
  constraint notice_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dropped'::text])))
);
CREATE INDEX notice_deliveries_by_age ON notice_deliveries USING btree (ended_at) WHERE (state <> 'waiting'::text);
CREATE INDEX notice_deliveries_due ON notice_deliveries USING btree (due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX notice_deliveries_gathered ON notice_deliveries USING btree (member_id, channel, kind) WHERE (state = 'waiting'::text);
CREATE INDEX notice_deliveries_last ON notice_deliveries USING btree (member_id, channel, kind, ended_at DESC) WHERE (state = 'sent'::text);
CREATE INDEX notice_deliveries_of_notice ON notice_deliveries USING btree (notice_id);
CREATE UNIQUE INDEX notice_deliveries_once ON notice_deliveries USING btree (notice_id, channel) WHERE (state = 'waiting'::text);

create table notice_fanouts (
  id bigint generated as identity not null,
  kind text not null,
  target_id bigint not null,
  last_member_id bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint notice_fanouts_kind_check CHECK ((kind = ANY (ARRAY['followed'::text, 'watched'::text, 'announcement'::text, 'season-begun'::text, 'season-ended'::text]))),
  constraint notice_fanouts_once_key UNIQUE (kind, target_id),
  constraint notice_fanouts_pkey PRIMARY KEY (id)
);

create table notice_refusals (
  member_id bigint not null,
  kind text not null,
  constraint notice_refusals_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notice_refusals_pkey PRIMARY KEY (member_id, kind)
);

create table notice_wechat (
  member_id bigint not null,
  app_id text not null,
  open_id text not null,
  is_following boolean,
  created_at timestamp with time zone default now() not null,
  constraint notice_wechat_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notice_wechat_person_key UNIQUE (app_id, open_id),
  constraint notice_wechat_pkey PRIMARY KEY (member_id)
);

create table notice_wechat_tickets (
  ticket_hash bytea not null,
  member_id bigint not null,
  expires_at timestamp with time zone not null,
  code_hash bytea,
  app_id text,
  open_id text,
  is_following boolean,
  bound_at timestamp with time zone,
  constraint notice_wechat_tickets_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notice_wechat_tickets_pkey PRIMARY KEY (ticket_hash)
);
CREATE INDEX notice_wechat_tickets_of_member ON notice_wechat_tickets USING btree (member_id);

create table notices (
  id bigint generated as identity not null,
  member_id bigint not null,
  kind text not null,
  title text not null,
  body text default ''::text not null,
  link text default ''::text not null,
  source_key text not null,
  told_at timestamp(3) with time zone default now() not null,
  read_at timestamp with time zone,
  people jsonb,
  constraint notices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notices_once_key UNIQUE (member_id, source_key),
  constraint notices_pkey PRIMARY KEY (id)
);
CREATE INDEX notices_of_comment ON notices USING btree (source_key) WHERE (kind = ANY (ARRAY['reply'::text, 'mention'::text, 'like'::text]));
CREATE INDEX notices_of_member ON notices USING btree (member_id, told_at DESC, id DESC);
CREATE INDEX notices_of_member_kind ON notices USING btree (member_id, kind, told_at DESC, id DESC);
CREATE INDEX notices_of_person ON notices USING gin (people jsonb_path_ops) WHERE (people IS NOT NULL);
CREATE INDEX notices_unread ON notices USING btree (member_id, id) WHERE (read_at IS NULL);

create table oauth_states (
  state_hash bytea not null,
  cookie_hash bytea not null,
  provider text not null,
  purpose text not null,
  member_id bigint,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  code_hash bytea,
  has_profile boolean,
  constraint oauth_states_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint oauth_states_pkey PRIMARY KEY (state_hash),
  constraint oauth_states_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'bind'::text, 'inside'::text])))
);
CREATE INDEX oauth_states_by_age ON oauth_states USING btree (expires_at);

create table orders (
  id bigint generated as identity not null,
  number text not null,
  member_id bigint,
  kind text not null,
  shelf text not null,
  thing text not null,
  plan_id bigint,
  column_id bigint,
  post_id bigint,
  is_gift boolean default false not null,
  title text not null,
  list_price integer not null,
  discount integer default 0 not null,
  amount integer not null,
  coupon_id bigint,
  months integer,
  days integer,
  author_id bigint,
  author_share integer default 0 not null,
  state text default 'pending'::text not null,
  close_reason text,
  agreed_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  closed_at timestamp with time zone,
  refunded_amount integer default 0 not null,
  gateway text,
  grant_id bigint,
  payment_id bigint,
  is_vip_price boolean default false not null,
  constraint orders_amount_check CHECK ((amount >= 0)),
  constraint orders_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors(id),
  constraint orders_author_share_check CHECK (((author_share >= 0) AND (author_share <= 10000))),
  constraint orders_check CHECK ((amount = (list_price - discount))),
  constraint orders_check1 CHECK (((refunded_amount >= 0) AND (refunded_amount <= amount))),
  constraint orders_check2 CHECK ((num_nonnulls(plan_id, post_id) = 1)),
  constraint orders_check3 CHECK (((kind = 'post'::text) = (post_id IS NOT NULL))),
  constraint orders_check4 CHECK (((kind = ANY (ARRAY['vip'::text, 'column'::text])) = (shelf = 'subscription'::text))),
  constraint orders_check5 CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint orders_check6 CHECK (((state = ANY (ARRAY['paid'::text, 'refunding'::text, 'refunded'::text])) = (paid_at IS NOT NULL))),
  constraint orders_close_reason_check CHECK ((close_reason = ANY (ARRAY['cancelled'::text, 'expired'::text, 'superseded'::text]))),
  constraint orders_column_id_fkey FOREIGN KEY (column_id) REFERENCES columns(id),
  constraint orders_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  constraint orders_discount_check CHECK ((discount >= 0)),
  constraint orders_kind_check CHECK ((kind = ANY (ARRAY['vip'::text, 'column'::text, 'post'::text]))),
  constraint orders_list_price_check CHECK ((list_price > 0)),
  constraint orders_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint orders_number_key UNIQUE (number),
  constraint orders_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) DEFERRABLE,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint orders_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id),
  constraint orders_shelf_check CHECK ((shelf = ANY (ARRAY['article'::text, 'information'::text, 'subscription'::text]))),
  constraint orders_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'paid'::text, 'refunding'::text, 'refunded'::text, 'closed'::text])))
);
CREATE INDEX orders_by_number_prefix ON orders USING btree (number text_pattern_ops);
CREATE INDEX orders_by_payment ON orders USING btree (paid_at) INCLUDE (kind, amount) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_due ON orders USING btree (expires_at) WHERE (state = 'pending'::text);
CREATE INDEX orders_newest ON orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_of_author ON orders USING btree (author_id, id DESC) WHERE (state = ANY (ARRAY['paid'::text, 'refunding'::text, 'refunded'::text]));
CREATE INDEX orders_of_column ON orders USING btree (column_id) WHERE (column_id IS NOT NULL);
CREATE INDEX orders_of_coupon ON orders USING btree (coupon_id) WHERE (coupon_id IS NOT NULL);
CREATE INDEX orders_of_kind ON orders USING btree (kind, created_at DESC, id DESC);
CREATE INDEX orders_of_member ON orders USING btree (member_id, id DESC);
CREATE INDEX orders_of_plan ON orders USING btree (plan_id) WHERE (plan_id IS NOT NULL);
CREATE INDEX orders_of_post ON orders USING btree (post_id, created_at DESC, id DESC);
CREATE INDEX orders_of_state ON orders USING btree (state, created_at DESC, id DESC);
CREATE UNIQUE INDEX orders_payment_id_key ON orders USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX orders_pending ON orders USING btree (member_id, thing, is_gift) WHERE (state = 'pending'::text);
CREATE TRIGGER orders_step BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION check_order_step();

create table outbox_messages (
  id bigint generated as identity not null,
  channel text not null,
  recipient text not null,
  subject text default ''::text not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  constraint outbox_messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'mail'::text]))),
  constraint outbox_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_messages_by_age ON outbox_messages USING btree (created_at);

create table page_versions (
  page_id bigint not null,
  number integer not null,
  content jsonb not null,
  saved_by bigint,
  saved_at timestamp with time zone not null,
  constraint page_versions_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint page_versions_pkey PRIMARY KEY (page_id, number),
  constraint page_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES members(id) ON DELETE SET NULL
);

create table pages (
  id bigint generated as identity not null,
  state text default 'draft'::text not null,
  slug text,
  title text default ''::text not null,
  html text default ''::text not null,
  description text default ''::text not null,
  head_version integer default 1 not null,
  live_version integer default 0 not null,
  updated_at timestamp with time zone not null,
  import_key text,
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_slug_of_published CHECK (((state = 'published'::text) = (slug IS NOT NULL))),
  constraint pages_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX pages_import_key ON pages USING btree (import_key);
CREATE UNIQUE INDEX pages_slug ON pages USING btree (slug);

create table payments (
  id bigint generated as identity not null,
  order_id bigint not null,
  gateway text not null,
  channel text not null,
  trade_number text not null,
  amount integer not null,
  state text default 'created'::text not null,
  gateway_number text,
  is_surplus boolean default false not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  succeeded_at timestamp with time zone,
  asked_at timestamp with time zone,
  fee integer,
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_check CHECK (((state = 'succeeded'::text) = (gateway_number IS NOT NULL))),
  constraint payments_gateway_check CHECK ((gateway = ANY (ARRAY['sandbox'::text, 'wechat'::text, 'alipay'::text]))),
  constraint payments_gateway_number_key UNIQUE (gateway, gateway_number),
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['created'::text, 'succeeded'::text, 'closed'::text]))),
  constraint payments_trade_number_key UNIQUE (trade_number)
);
CREATE INDEX payments_by_day ON payments USING btree (gateway, succeeded_at) WHERE (state = 'succeeded'::text);
CREATE INDEX payments_of_order ON payments USING btree (order_id, id);
CREATE INDEX payments_open ON payments USING btree (asked_at NULLS FIRST, id) WHERE (state = 'created'::text);
CREATE UNIQUE INDEX payments_attempt ON payments USING btree (order_id, gateway, channel) WHERE (state = 'created'::text);
CREATE UNIQUE INDEX payments_paying ON payments USING btree (order_id) WHERE ((state = 'succeeded'::text) AND (NOT is_surplus));

create table pins (
  id bigint generated as identity not null,
  column_id bigint,
  post_id bigint not null,
  list_order integer default 0 not null,
  starts_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint pins_check CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
  constraint pins_column_id_fkey FOREIGN KEY (column_id) REFERENCES columns(id) ON DELETE CASCADE,
  constraint pins_once_key UNIQUE NULLS NOT DISTINCT (column_id, post_id),
  constraint pins_pkey PRIMARY KEY (id),
  constraint pins_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX pins_of_post ON pins USING btree (post_id);

create table plans (
  id bigint generated as identity not null,
  scope text not null,
  column_id bigint,
  name text not null,
  months integer,
  days integer,
  price integer not null,
  first_price integer,
  is_trial boolean default false not null,
  is_active boolean default true not null,
  list_order integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint plans_check CHECK (((scope = 'column'::text) = (column_id IS NOT NULL))),
  constraint plans_check1 CHECK ((num_nonnulls(months, days) = 1)),
  constraint plans_column_id_fkey FOREIGN KEY (column_id) REFERENCES columns(id),
  constraint plans_days_check CHECK (((days >= 1) AND (days <= 366))),
  constraint plans_first_price_check CHECK (((first_price >= 1) AND (first_price <= 10000000))),
  constraint plans_months_check CHECK (((months >= 1) AND (months <= 120))),
  constraint plans_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30))),
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_price_check CHECK (((price >= 1) AND (price <= 10000000))),
  constraint plans_scope_check CHECK ((scope = ANY (ARRAY['vip'::text, 'column'::text])))
);
CREATE INDEX plans_of_column ON plans USING btree (column_id);

create table post_bodies (
  post_id bigint not null,
  html text not null,
  open_html text not null,
  headings jsonb default '[]'::jsonb not null,
  attachments jsonb default '[]'::jsonb not null,
  locked_word_count integer default 0 not null,
  source_html text,
  seo_title text default ''::text not null,
  seo_description text default ''::text not null,
  related_ids bigint[] default '{}'::bigint[] not null,
  cut_format smallint default 1 not null,
  constraint post_bodies_pkey PRIMARY KEY (post_id),
  constraint post_bodies_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_bodies_files ON post_bodies USING gin (attachment_paths(attachments)) WHERE (attachments <> '[]'::jsonb);
CREATE INDEX post_bodies_old_cuts ON post_bodies USING btree (post_id) WHERE (cut_format < 2);
CREATE INDEX post_bodies_old_cuts_3 ON post_bodies USING btree (post_id) WHERE (cut_format < 3);

create table post_counters (
  post_id bigint not null,
  views bigint default 0 not null,
  comments integer default 0 not null,
  constraint post_counters_pkey PRIMARY KEY (post_id),
  constraint post_counters_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table post_labels (
  post_id bigint not null,
  type text not null,
  label text not null,
  kind text not null,
  column_id bigint not null,
  published_at timestamp(3) with time zone not null,
  author_id bigint not null,
  important boolean default false not null,
  constraint post_labels_pkey PRIMARY KEY (post_id, type, label),
  constraint post_labels_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_labels_type_check CHECK ((type = ANY (ARRAY['tag'::text, 'stock'::text, 'author'::text])))
);
CREATE INDEX post_labels_by_prefix ON post_labels USING btree (type, label text_pattern_ops);
CREATE INDEX post_labels_important_of_column ON post_labels USING btree (type, label, column_id, published_at DESC, post_id DESC) WHERE important;
CREATE INDEX post_labels_newest ON post_labels USING btree (type, label, kind, published_at DESC, post_id DESC);
CREATE INDEX post_labels_newest_of_author ON post_labels USING btree (type, label, author_id, kind, published_at DESC, post_id DESC);
CREATE INDEX post_labels_newest_of_column ON post_labels USING btree (type, label, column_id, published_at DESC, post_id DESC);
CREATE TRIGGER post_labels_log_added AFTER INSERT ON post_labels REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_added_tags();
CREATE TRIGGER post_labels_log_removed AFTER DELETE ON post_labels REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION log_removed_tags();

create table post_locks (
  post_id bigint not null,
  member_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint post_locks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint post_locks_pkey PRIMARY KEY (post_id),
  constraint post_locks_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table post_totals (
  scope text not null,
  key text not null,
  published integer not null,
  constraint post_totals_pkey PRIMARY KEY (scope, key),
  constraint post_totals_scope_check CHECK ((scope = ANY (ARRAY['kind'::text, 'column'::text, 'author'::text])))
);

create table post_versions (
  post_id bigint not null,
  number integer not null,
  content jsonb not null,
  saved_by bigint,
  saved_at timestamp with time zone default now() not null,
  constraint post_versions_pkey PRIMARY KEY (post_id, number),
  constraint post_versions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES members(id) ON DELETE SET NULL
);
CREATE INDEX post_versions_by_age ON post_versions USING btree (saved_at, post_id, number);
CREATE TRIGGER post_versions_rename_tags BEFORE INSERT OR UPDATE OF content ON post_versions FOR EACH ROW WHEN ((jsonb_typeof((new.content -> 'tags'::text)) = 'array'::text)) EXECUTE FUNCTION post_versions_rename_tags();

create table post_view_buckets (
  bucket timestamp with time zone not null,
  post_id bigint not null,
  views integer not null,
  constraint post_view_buckets_pkey PRIMARY KEY (bucket, post_id),
  constraint post_view_buckets_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

create table post_view_periods (
  period text not null,
  post_id bigint not null,
  kind text not null,
  column_id bigint not null,
  views bigint not null,
  constraint post_view_periods_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint post_view_periods_pkey PRIMARY KEY (period, post_id),
  constraint post_view_periods_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_view_ranking ON post_view_periods USING btree (period, kind, views DESC, post_id DESC);
CREATE INDEX post_view_ranking_of_column ON post_view_periods USING btree (period, column_id, views DESC, post_id DESC);

create table post_view_watermarks (
  period text not null,
  counted_from timestamp with time zone not null,
  constraint post_view_watermarks_pkey PRIMARY KEY (period)
);

create table posts (
  id bigint generated as identity not null,
  kind text not null,
  column_id bigint not null,
  author_id bigint not null,
  title text not null,
  title_breaks text not null,
  summary text default ''::text not null,
  cover text,
  own_access text,
  access text not null,
  price integer,
  vip_free boolean default false not null,
  important boolean default false not null,
  tags text[] default '{}'::text[] not null,
  stock_codes text[] default '{}'::text[] not null,
  word_count integer default 0 not null,
  state text not null,
  published_at timestamp(3) with time zone,
  import_key text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  head_version integer default 0 not null,
  live_version integer default 0 not null,
  vip_price integer,
  comments_closed boolean default false not null,
  open_summary text,
  full_summary text,
  deleted_at timestamp with time zone,
  co_author_ids bigint[] default '{}'::bigint[] not null,
  constraint posts_access_check CHECK ((access = ANY (ARRAY['public'::text, 'member'::text, 'vip'::text, 'paid'::text]))),
  constraint posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors(id),
  constraint posts_binned_check CHECK (((deleted_at IS NULL) OR (state = ANY (ARRAY['draft'::text, 'withdrawn'::text])))),
  constraint posts_check CHECK (((state = 'draft'::text) OR (published_at IS NOT NULL))),
  constraint posts_co_authors_check CHECK (((cardinality(co_author_ids) <= 9) AND (NOT (author_id = ANY (co_author_ids))))),
  constraint posts_column_id_fkey FOREIGN KEY (column_id) REFERENCES columns(id),
  constraint posts_import_key_key UNIQUE (import_key),
  constraint posts_kind_check CHECK ((kind = ANY (ARRAY['news'::text, 'article'::text, 'reference'::text]))),
  constraint posts_own_access_check CHECK ((own_access = ANY (ARRAY['public'::text, 'member'::text, 'vip'::text, 'paid'::text]))),
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_price_check CHECK (((price >= 1) AND (price <= 10000000))),
  constraint posts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text, 'withdrawn'::text]))),
  constraint posts_vip_price_check CHECK (((vip_price IS NULL) OR ((price IS NOT NULL) AND ((vip_price >= 1) AND (vip_price <= price)) AND (NOT vip_free))))
);
CREATE INDEX posts_binned ON posts USING btree (deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX posts_by_author_change ON posts USING btree (author_id, updated_at DESC, id DESC);
CREATE INDEX posts_by_change ON posts USING btree (updated_at DESC, id DESC);
CREATE INDEX posts_co_written ON posts USING gin (co_author_ids) WHERE (co_author_ids <> '{}'::bigint[]);
CREATE INDEX posts_drafts_written ON posts USING btree (author_id, updated_at DESC, id DESC) WHERE ((kind = 'reference'::text) AND (state = 'draft'::text));
CREATE INDEX posts_due ON posts USING btree (published_at) WHERE (state = 'scheduled'::text);
CREATE INDEX posts_important_of_column ON posts USING btree (column_id, published_at DESC, id DESC) WHERE ((state = 'published'::text) AND important);
CREATE INDEX posts_important_of_kind ON posts USING btree (kind, published_at DESC, id DESC) WHERE ((state = 'published'::text) AND important);
CREATE INDEX posts_of_access ON posts USING btree (kind, access, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_author ON posts USING btree (author_id, kind, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_column ON posts USING btree (column_id, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_column_author ON posts USING btree (column_id, author_id, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_column_by_change ON posts USING btree (column_id, updated_at DESC, id DESC);
CREATE INDEX posts_of_kind ON posts USING btree (kind, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_state_by_change ON posts USING btree (state, updated_at DESC, id DESC);
CREATE INDEX posts_open_to_vip ON posts USING btree (column_id) WHERE ((state = 'published'::text) AND ((access = 'vip'::text) OR ((access = 'paid'::text) AND vip_free)));
CREATE INDEX posts_published ON posts USING btree (published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_unpublished ON posts USING btree (id) WHERE (state <> 'published'::text);
CREATE INDEX posts_with_saved_version ON posts USING btree (id) WHERE (head_version <> live_version);
CREATE INDEX posts_written ON posts USING btree (author_id, updated_at DESC, id DESC) WHERE (kind = 'reference'::text);
CREATE TRIGGER post_totals_delete AFTER DELETE ON posts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_post_totals_on_delete();
CREATE TRIGGER post_totals_insert AFTER INSERT ON posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_post_totals_on_insert();
CREATE TRIGGER post_totals_update AFTER UPDATE ON posts REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_post_totals_on_update();
CREATE TRIGGER posts_choose_summary BEFORE INSERT OR UPDATE OF access, summary, open_summary, full_summary ON posts FOR EACH ROW EXECUTE FUNCTION posts_choose_summary();
CREATE TRIGGER posts_rename_tags BEFORE INSERT OR UPDATE OF tags ON posts FOR EACH ROW WHEN ((new.tags <> '{}'::text[])) EXECUTE FUNCTION posts_rename_tags();

create table preview_links (
  id bigint generated as identity not null,
  post_id bigint not null,
  token_hash bytea not null,
  label text not null,
  reader text not null,
  version integer,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  opened integer default 0 not null,
  last_opened_at timestamp with time zone,
  constraint preview_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint preview_links_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 30))),
  constraint preview_links_pkey PRIMARY KEY (id),
  constraint preview_links_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint preview_links_reader_check CHECK ((reader = ANY (ARRAY['visitor'::text, 'buyer'::text]))),
  constraint preview_links_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX preview_links_by_expiry ON preview_links USING btree (expires_at);
CREATE INDEX preview_links_of_creator ON preview_links USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX preview_links_of_post ON preview_links USING btree (post_id, id DESC);

create table rate_limits (
  key text not null,
  hits timestamp with time zone[] not null,
  expires_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expired ON rate_limits USING btree (expires_at);

create table reader_marks (
  day date not null,
  scope text not null,
  key text default ''::text not null,
  reader bytea not null,
  constraint reader_marks_pkey PRIMARY KEY (day, scope, key, reader)
);

create table reader_origin_days (
  day date not null,
  kind text not null,
  value text not null,
  readers integer not null,
  constraint reader_origin_days_kind_check CHECK ((kind = ANY (ARRAY['referrer'::text, 'device'::text, 'region'::text]))),
  constraint reader_origin_days_pkey PRIMARY KEY (kind, day, value),
  constraint reader_origin_days_value_check CHECK ((char_length(value) <= 253))
);

create table reading_history (
  member_id bigint not null,
  post_id bigint not null,
  read_at timestamp(3) with time zone not null,
  "position" integer default 0 not null,
  constraint reading_history_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint reading_history_pkey PRIMARY KEY (member_id, post_id),
  constraint reading_history_position_check CHECK (("position" >= 0)),
  constraint reading_history_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX reading_history_newest ON reading_history USING btree (member_id, read_at DESC, post_id DESC);
CREATE INDEX reading_history_of_post ON reading_history USING btree (post_id, member_id);

create table reconciliations (
  id bigint generated as identity not null,
  gateway text not null,
  day date not null,
  state text not null,
  ours_count integer default 0 not null,
  ours_amount bigint default 0 not null,
  theirs_count integer default 0 not null,
  theirs_amount bigint default 0 not null,
  differences jsonb default '[]'::jsonb not null,
  error text default ''::text not null,
  made_at timestamp with time zone default now() not null,
  constraint reconciliations_day_key UNIQUE (gateway, day),
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_state_check CHECK ((state = ANY (ARRAY['equal'::text, 'different'::text, 'failed'::text])))
);
CREATE INDEX reconciliations_newest ON reconciliations USING btree (day DESC, gateway);

create table recovery_codes (
  member_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint recovery_codes_pkey PRIMARY KEY (member_id, code_hash)
);

create table redeem_batches (
  id bigint generated as identity not null,
  name text not null,
  scope text not null,
  target_id bigint,
  months integer,
  days integer,
  order_id bigint,
  expires_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  constraint redeem_batches_check CHECK (((scope = 'vip'::text) = (target_id IS NULL))),
  constraint redeem_batches_check1 CHECK (((scope = 'post'::text) = (num_nonnulls(months, days) = 0))),
  constraint redeem_batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint redeem_batches_days_check CHECK (((days >= 1) AND (days <= 3660))),
  constraint redeem_batches_months_check CHECK (((months >= 1) AND (months <= 120))),
  constraint redeem_batches_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30))),
  constraint redeem_batches_order_id_key UNIQUE (order_id),
  constraint redeem_batches_pkey PRIMARY KEY (id),
  constraint redeem_batches_scope_check CHECK ((scope = ANY (ARRAY['vip'::text, 'column'::text, 'post'::text])))
);
CREATE INDEX redeem_batches_of_creator ON redeem_batches USING btree (created_by);

create table redeem_codes (
  id bigint generated as identity not null,
  batch_id bigint not null,
  code_hash bytea not null,
  ending text not null,
  redeemed_by bigint,
  redeemed_at timestamp with time zone,
  grant_id bigint,
  revoked_at timestamp with time zone,
  constraint redeem_codes_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES redeem_batches(id) ON DELETE CASCADE,
  constraint redeem_codes_code_hash_key UNIQUE (code_hash),
  constraint redeem_codes_pkey PRIMARY KEY (id),
  constraint redeem_codes_redeemed_by_fkey FOREIGN KEY (redeemed_by) REFERENCES members(id) ON DELETE SET NULL
);
CREATE INDEX redeem_codes_of_batch ON redeem_codes USING btree (batch_id, id);
CREATE INDEX redeem_codes_of_member ON redeem_codes USING btree (redeemed_by);

create table redirects (
  id bigint generated as identity not null,
  source text not null,
  status smallint not null,
  target text default ''::text not null,
  post_id bigint,
  hits bigint default 0 not null,
  last_hit_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint redirects_pkey PRIMARY KEY (id),
  constraint redirects_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint redirects_status_check CHECK ((status = ANY (ARRAY[301, 302, 410])))
);
CREATE INDEX redirects_by_hits ON redirects USING btree (hits, id);
CREATE INDEX redirects_of_post ON redirects USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE UNIQUE INDEX redirects_source ON redirects USING btree (md5(source));

create table reference_submissions (
  id bigint generated as identity not null,
  post_id bigint,
  version integer not null,
  member_id bigint,
  securities jsonb default '[]'::jsonb not null,
  holding text,
  holding_note text default ''::text not null,
  content_hash text not null,
  submitted_at timestamp with time zone default now() not null,
  constraint reference_submissions_holding_check CHECK ((holding = ANY (ARRAY['none'::text, 'holds'::text, 'other'::text]))),
  constraint reference_submissions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint reference_submissions_pkey PRIMARY KEY (id),
  constraint reference_submissions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE SET NULL
);
CREATE INDEX reference_submissions_of_member ON reference_submissions USING btree (member_id, submitted_at DESC);
CREATE INDEX reference_submissions_of_post ON reference_submissions USING btree (post_id, id DESC);

create table refunds (
  id bigint generated as identity not null,
  number text not null,
  order_id bigint not null,
  payment_id bigint not null,
  kind text not null,
  amount integer not null,
  reason text default ''::text not null,
  state text default 'requested'::text not null,
  gateway_number text,
  error text default ''::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone,
  requested_by bigint,
  decided_by bigint,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  finished_at timestamp with time zone,
  fee integer,
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint refunds_kind_check CHECK ((kind = ANY (ARRAY['request'::text, 'staff'::text, 'surplus'::text, 'withdrawn'::text]))),
  constraint refunds_number_key UNIQUE (number),
  constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text, 'succeeded'::text, 'failed'::text, 'rejected'::text])))
);
CREATE INDEX refunds_by_finish ON refunds USING btree (finished_at) INCLUDE (amount) WHERE ((state = 'succeeded'::text) AND (kind <> 'surplus'::text));
CREATE INDEX refunds_due ON refunds USING btree (next_try_at) WHERE (state = ANY (ARRAY['approved'::text, 'sent'::text]));
CREATE INDEX refunds_of_decider ON refunds USING btree (decided_by);
CREATE INDEX refunds_of_order ON refunds USING btree (order_id, id);
CREATE INDEX refunds_of_payment ON refunds USING btree (payment_id);
CREATE INDEX refunds_of_requester ON refunds USING btree (requested_by);
CREATE INDEX refunds_of_state ON refunds USING btree (state, id DESC);
CREATE UNIQUE INDEX refunds_of_surplus ON refunds USING btree (payment_id) WHERE (kind = 'surplus'::text);
CREATE UNIQUE INDEX refunds_open ON refunds USING btree (order_id) WHERE ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'sent'::text])) AND (kind <> 'surplus'::text));

create table registration_sources (
  member_id bigint not null,
  post_id bigint,
  registered_at timestamp with time zone default now() not null,
  constraint registration_sources_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint registration_sources_pkey PRIMARY KEY (member_id),
  constraint registration_sources_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX registration_sources_by_age ON registration_sources USING btree (registered_at);
CREATE INDEX registration_sources_of_post ON registration_sources USING btree (post_id, registered_at);

create table review_items (
  id bigint generated as identity not null,
  kind text not null,
  target text not null,
  title text not null,
  excerpt text default ''::text not null,
  reason text default ''::text not null,
  hits jsonb default '[]'::jsonb not null,
  state text default 'pending'::text not null,
  submitted_by bigint,
  submitted_at timestamp with time zone default now() not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  note text default ''::text not null,
  details jsonb default '{}'::jsonb not null,
  constraint review_items_check CHECK (((state = ANY (ARRAY['approved'::text, 'rejected'::text, 'changes'::text])) = (decided_at IS NOT NULL))),
  constraint review_items_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint review_items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'reference'::text, 'comment'::text]))),
  constraint review_items_pkey PRIMARY KEY (id),
  constraint review_items_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'changes'::text, 'cancelled'::text]))),
  constraint review_items_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES members(id) ON DELETE SET NULL
);
CREATE INDEX review_items_of_decider ON review_items USING btree (decided_by);
CREATE INDEX review_items_of_kind ON review_items USING btree (state, kind, id DESC);
CREATE INDEX review_items_of_state ON review_items USING btree (state, id DESC);
CREATE INDEX review_items_of_submitter ON review_items USING btree (submitted_by, id DESC);
CREATE INDEX review_items_of_target ON review_items USING btree (target, id DESC);
CREATE INDEX review_items_sent_back ON review_items USING btree (submitted_by, id DESC) WHERE ((kind = 'reference'::text) AND (state = ANY (ARRAY['rejected'::text, 'changes'::text])));
CREATE UNIQUE INDEX review_items_open ON review_items USING btree (target) WHERE (state = 'pending'::text);
CREATE TRIGGER review_items_announce AFTER INSERT OR UPDATE OF state ON review_items FOR EACH ROW EXECUTE FUNCTION announce_review();

create table roles (
  code text not null,
  name text not null,
  permissions text[] default '{}'::text[] not null,
  is_builtin boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint roles_name_key UNIQUE (name),
  constraint roles_pkey PRIMARY KEY (code)
);
CREATE TRIGGER roles_announce AFTER INSERT OR DELETE OR UPDATE ON roles FOR EACH STATEMENT EXECUTE FUNCTION announce_roles();

create table saved_views (
  id bigint generated as identity not null,
  member_id bigint not null,
  name text not null,
  filters jsonb not null,
  created_at timestamp with time zone default now() not null,
  list text not null,
  constraint saved_views_list_check CHECK ((list ~ '^[a-z-]{1,40}$'::text)),
  constraint saved_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30))),
  constraint saved_views_name_key UNIQUE (member_id, list, name),
  constraint saved_views_pkey PRIMARY KEY (id)
);

create table scheduled_jobs (
  id bigint generated as identity not null,
  name text not null,
  cron text not null,
  due_at timestamp with time zone not null,
  attempts integer default 0 not null,
  ended_at timestamp with time zone,
  error text default ''::text not null,
  constraint scheduled_jobs_name_key UNIQUE (name),
  constraint scheduled_jobs_pkey PRIMARY KEY (id)
);

create table search_index_holder (
  id boolean default true not null,
  index_id text not null,
  machine text not null,
  pid integer not null,
  seen_at timestamp with time zone,
  constraint search_index_holder_id_check CHECK (id),
  constraint search_index_holder_pkey PRIMARY KEY (id)
);

create table search_outbox (
  id bigint generated as identity not null,
  post_id bigint not null,
  queued_at timestamp with time zone default now() not null,
  constraint search_outbox_pkey PRIMARY KEY (id)
);

create table search_rebuilds (
  id boolean default true not null,
  done integer not null,
  total integer not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint search_rebuilds_id_check CHECK (id),
  constraint search_rebuilds_pkey PRIMARY KEY (id)
);

create table search_word_days (
  day date not null,
  word text not null,
  searches integer default 0 not null,
  empty_searches integer default 0 not null,
  searchers integer default 0 not null,
  constraint search_word_days_pkey PRIMARY KEY (day, word),
  constraint search_word_days_word_check CHECK (((char_length(word) >= 1) AND (char_length(word) <= 50)))
);
CREATE INDEX search_word_days_empty ON search_word_days USING btree (day, empty_searches DESC) WHERE (empty_searches > 0);
CREATE INDEX search_word_days_ranking ON search_word_days USING btree (day, searches DESC);

create table secrets (
  name text not null,
  value text not null,
  constraint secrets_pkey PRIMARY KEY (name)
);

create table sensitive_words (
  id bigint generated as identity not null,
  word text not null,
  level text not null,
  category text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint sensitive_words_category_check CHECK ((char_length(category) <= 20)),
  constraint sensitive_words_level_check CHECK ((level = ANY (ARRAY['block'::text, 'review'::text, 'warn'::text]))),
  constraint sensitive_words_pkey PRIMARY KEY (id),
  constraint sensitive_words_word_check CHECK (((char_length(word) >= 1) AND (char_length(word) <= 50))),
  constraint sensitive_words_word_key UNIQUE (word)
);
CREATE INDEX sensitive_words_by_prefix ON sensitive_words USING btree (word text_pattern_ops);
CREATE INDEX sensitive_words_of_category ON sensitive_words USING btree (category, id DESC);
CREATE INDEX sensitive_words_of_level ON sensitive_words USING btree (level, id DESC);

create table sessions (
  id bigint generated as identity not null,
  member_id bigint not null,
  token_hash bytea not null,
  refresh_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  refresh_expires_at timestamp with time zone not null,
  user_agent text default ''::text not null,
  address text default ''::text not null,
  constraint sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_refresh_hash_key UNIQUE (refresh_hash),
  constraint sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_of_member ON sessions USING btree (member_id);
CREATE TRIGGER sessions_announce_end AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION announce_member('member_id');
CREATE TRIGGER sessions_announce_rotation AFTER UPDATE OF token_hash ON sessions FOR EACH ROW EXECUTE FUNCTION announce_member('member_id');

create table share_pictures (
  id bigint generated as identity not null,
  post_id bigint not null,
  form text not null,
  version text not null,
  address text not null,
  created_at timestamp with time zone default now() not null,
  dropped_at timestamp with time zone,
  constraint share_pictures_form_check CHECK ((form = ANY (ARRAY['card'::text, 'poster'::text]))),
  constraint share_pictures_pkey PRIMARY KEY (id)
);
CREATE INDEX share_pictures_dropped ON share_pictures USING btree (dropped_at) WHERE (dropped_at IS NOT NULL);
CREATE UNIQUE INDEX share_pictures_of_post ON share_pictures USING btree (post_id, form) WHERE (dropped_at IS NULL);

create table site_build_files (
  path text not null,
  build_id text not null,
  content bytea not null,
  constraint site_build_files_build_id_fkey FOREIGN KEY (build_id) REFERENCES site_builds(id) ON DELETE CASCADE,
  constraint site_build_files_pkey PRIMARY KEY (path, build_id)
);
CREATE INDEX site_build_files_build_id ON site_build_files USING btree (build_id);

create table site_builds (
  id text not null,
  started_at timestamp with time zone not null,
  constraint site_builds_pkey PRIMARY KEY (id)
);

create table site_settings (
  name text not null,
  value jsonb not null,
  updated_by bigint,
  updated_at timestamp with time zone default now() not null,
  constraint site_settings_pkey PRIMARY KEY (name),
  constraint site_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES members(id) ON DELETE SET NULL
);
CREATE INDEX site_settings_of_member ON site_settings USING btree (updated_by);

create table spent_proofs (
  signature text not null,
  expires_at timestamp with time zone not null,
  constraint spent_proofs_pkey PRIMARY KEY (signature)
);
CREATE INDEX spent_proofs_by_age ON spent_proofs USING btree (expires_at);

create table spent_refresh_tokens (
  refresh_hash bytea not null,
  session_id bigint not null,
  spent_at timestamp with time zone not null,
  token_hash bytea,
  client_hash bytea,
  constraint spent_refresh_tokens_pkey PRIMARY KEY (refresh_hash),
  constraint spent_refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX spent_refresh_tokens_by_token ON spent_refresh_tokens USING btree (token_hash);
CREATE INDEX spent_refresh_tokens_of_session ON spent_refresh_tokens USING btree (session_id);

create table staff_invitations (
  id bigint generated as identity not null,
  token_hash bytea not null,
  name text not null,
  mobile text,
  roles text[] not null,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  accepted_by bigint,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint staff_invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint staff_invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint staff_invitations_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 30))),
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX staff_invitations_of_accepter ON staff_invitations USING btree (accepted_by);
CREATE INDEX staff_invitations_of_creator ON staff_invitations USING btree (created_by);
CREATE INDEX staff_invitations_open ON staff_invitations USING btree (expires_at) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

create table stocks (
  code text not null,
  name text not null,
  market text default ''::text not null,
  aliases text[] default '{}'::text[] not null,
  constraint stocks_code_check CHECK ((code ~ '^[0-9A-Z.]{1,12}$'::text)),
  constraint stocks_pkey PRIMARY KEY (code)
);
CREATE INDEX stocks_by_code_prefix ON stocks USING btree (code text_pattern_ops);
CREATE INDEX stocks_by_name_prefix ON stocks USING btree (name text_pattern_ops);

create table tag_changes (
  id bigint generated as identity not null,
  kind text not null,
  names text[] not null,
  target text default ''::text not null,
  state text default 'queued'::text not null,
  done integer default 0 not null,
  total integer not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint tag_changes_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint tag_changes_kind_check CHECK ((kind = ANY (ARRAY['rename'::text, 'merge'::text, 'delete'::text]))),
  constraint tag_changes_pkey PRIMARY KEY (id),
  constraint tag_changes_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX tag_changes_of_creator ON tag_changes USING btree (created_by);
CREATE INDEX tag_changes_open ON tag_changes USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table tag_deltas (
  id bigint generated as identity not null,
  name text not null,
  delta integer not null,
  constraint tag_deltas_pkey PRIMARY KEY (id)
);

create table tag_names (
  name text not null,
  tag text not null,
  kind text not null,
  constraint tag_names_kind_check CHECK ((kind = ANY (ARRAY['renamed'::text, 'deleted'::text]))),
  constraint tag_names_pkey PRIMARY KEY (name)
);
CREATE INDEX tag_names_of_tag ON tag_names USING btree (tag);

create table tags (
  id bigint generated as identity not null,
  name text not null,
  description text default ''::text not null,
  posts integer default 0 not null,
  constraint tags_pkey PRIMARY KEY (id)
);
CREATE INDEX tags_by_posts ON tags USING btree (posts, id);
CREATE UNIQUE INDEX tags_name ON tags USING btree (name);

create table topic_posts (
  topic_id bigint not null,
  post_id bigint not null,
  "position" integer not null,
  constraint topic_posts_pkey PRIMARY KEY (topic_id, post_id),
  constraint topic_posts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint topic_posts_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topics(id) ON DELETE CASCADE
);
CREATE INDEX topic_posts_post ON topic_posts USING btree (post_id);

create table topics (
  id bigint generated as identity not null,
  slug text not null,
  title text not null,
  introduction text default ''::text not null,
  cover text,
  is_open boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint topics_pkey PRIMARY KEY (id),
  constraint topics_slug_key UNIQUE (slug)
);

create table trade_days (
  day date not null,
  is_all_day boolean default false not null,
  constraint trade_days_pkey PRIMARY KEY (day)
);

create table trade_fees (
  valid_from date not null,
  stamp_ppm integer not null,
  transfer_ppm integer not null,
  constraint trade_fees_pkey PRIMARY KEY (valid_from),
  constraint trade_fees_stamp_ppm_check CHECK (((stamp_ppm >= 0) AND (stamp_ppm <= 10000))),
  constraint trade_fees_transfer_ppm_check CHECK (((transfer_ppm >= 0) AND (transfer_ppm <= 10000)))
);

create table trade_rules (
  board text not null,
  is_st boolean not null,
  valid_from date not null,
  lot_least integer not null,
  lot_step integer not null,
  lot_most integer not null,
  limit_bp integer,
  free_days integer default 5 not null,
  tick integer default 10 not null,
  constraint trade_rules_board_check CHECK ((board = ANY (ARRAY['main'::text, 'chinext'::text, 'star'::text, 'bse'::text]))),
  constraint trade_rules_check CHECK ((lot_most >= lot_least)),
  constraint trade_rules_free_days_check CHECK ((free_days >= 0)),
  constraint trade_rules_limit_bp_check CHECK (((limit_bp >= 1) AND (limit_bp <= 9999))),
  constraint trade_rules_lot_least_check CHECK ((lot_least > 0)),
  constraint trade_rules_lot_step_check CHECK ((lot_step > 0)),
  constraint trade_rules_pkey PRIMARY KEY (board, is_st, valid_from),
  constraint trade_rules_tick_check CHECK ((tick > 0))
);

create table trade_sessions (
  valid_from date not null,
  opens text not null,
  closes text not null,
  constraint trade_sessions_closes_check CHECK ((closes ~ '^[0-2][0-9]:[0-5][0-9]$'::text)),
  constraint trade_sessions_opens_check CHECK ((opens ~ '^[0-2][0-9]:[0-5][0-9]$'::text)),
  constraint trade_sessions_pkey PRIMARY KEY (valid_from, opens)
);

create table transfer_items (
  transfer_id bigint not null,
  kind text not null,
  target_id bigint not null,
  constraint transfer_items_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'page'::text, 'comment'::text, 'media'::text, 'redirect'::text, 'member'::text, 'grant'::text]))),
  constraint transfer_items_pkey PRIMARY KEY (transfer_id, kind, target_id),
  constraint transfer_items_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id) ON DELETE CASCADE
);

create table transfer_member_tags (
  transfer_id bigint not null,
  member_id bigint not null,
  tag text not null,
  constraint transfer_member_tags_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint transfer_member_tags_pkey PRIMARY KEY (transfer_id, member_id, tag),
  constraint transfer_member_tags_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id) ON DELETE CASCADE
);
CREATE INDEX transfer_member_tags_of_member ON transfer_member_tags USING btree (member_id);

create table transfer_pictures (
  id bigint generated as identity not null,
  transfer_id bigint not null,
  post_id bigint,
  page_id bigint,
  src text not null,
  is_cover boolean default false not null,
  reason text not null,
  constraint transfer_pictures_check CHECK (((post_id IS NULL) <> (page_id IS NULL))),
  constraint transfer_pictures_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  constraint transfer_pictures_pkey PRIMARY KEY (id),
  constraint transfer_pictures_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint transfer_pictures_src_check CHECK ((char_length(src) <= 4000)),
  constraint transfer_pictures_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id) ON DELETE CASCADE
);
CREATE INDEX transfer_pictures_of_page ON transfer_pictures USING btree (page_id) WHERE (page_id IS NOT NULL);
CREATE INDEX transfer_pictures_of_post ON transfer_pictures USING btree (post_id) WHERE (post_id IS NOT NULL);
CREATE INDEX transfer_pictures_of_transfer ON transfer_pictures USING btree (transfer_id, id);

create table transfers (
  id bigint generated as identity not null,
  kind text not null,
  name text not null,
  path text not null,
  options jsonb default '{}'::jsonb not null,
  state text default 'queued'::text not null,
  done integer default 0 not null,
  total integer,
  counts jsonb default '{}'::jsonb not null,
  report jsonb default '[]'::jsonb not null,
  error text default ''::text not null,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  attempts integer default 0 not null,
  source_id bigint,
  plan jsonb,
  constraint transfers_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint transfers_kind_check CHECK ((kind = ANY (ARRAY['import'::text, 'export'::text, 'refetch'::text, 'undo'::text, 'backup'::text]))),
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_source_id_fkey FOREIGN KEY (source_id) REFERENCES transfers(id) ON DELETE CASCADE,
  constraint transfers_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX transfers_backups ON transfers USING btree (id) WHERE (kind = 'backup'::text);
CREATE INDEX transfers_of_creator ON transfers USING btree (created_by);
CREATE INDEX transfers_of_source ON transfers USING btree (source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX transfers_waiting ON transfers USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table verification_codes (
  id bigint generated as identity not null,
  channel text not null,
  recipient text not null,
  purpose text not null,
  code_hash bytea not null,
  attempts integer default 0 not null,
  address text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  device_hash bytea,
  constraint verification_codes_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'mail'::text]))),
  constraint verification_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX verification_codes_by_age ON verification_codes USING btree (created_at);
CREATE INDEX verification_codes_of_address ON verification_codes USING btree (address, created_at DESC);
CREATE INDEX verification_codes_of_recipient ON verification_codes USING btree (channel, recipient, created_at DESC);

create table watched_stocks (
  id bigint generated as identity not null,
  member_id bigint not null,
  code text not null,
  created_at timestamp with time zone default now() not null,
  constraint watched_stocks_code_check CHECK ((code ~ '^[0-9A-Z.]{1,12}$'::text)),
  constraint watched_stocks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint watched_stocks_once_key UNIQUE (member_id, code),
  constraint watched_stocks_pkey PRIMARY KEY (id)
);
CREATE INDEX watched_stocks_of_code ON watched_stocks USING btree (code, member_id);
CREATE INDEX watched_stocks_of_member ON watched_stocks USING btree (member_id, id DESC);

create table webhook_deliveries (
  id bigint generated as identity not null,
  webhook_id bigint not null,
  message_id text default ('msg_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) not null,
  event text not null,
  body text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  queued_at timestamp with time zone not null,
  attempted_at timestamp with time zone,
  duration_ms integer,
  status integer,
  answer text default ''::text not null,
  error text default ''::text not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (queued_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (webhook_id, id) WHERE (state = 'failed'::text);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries USING btree (webhook_id, id);

create table webhooks (
  id bigint generated as identity not null,
  name text not null,
  url text not null,
  events text[] not null,
  is_active boolean default true not null,
  pause_reason text default ''::text not null,
  secret_version integer default 1 not null,
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  retry_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (id)
);

create table wechat_drafts (
  id bigint generated as identity not null,
  post_id bigint not null,
  version integer not null,
  title text not null,
  author text not null,
  digest text not null,
  state text default 'waiting'::text not null,
  pictures integer default 0 not null,
  uploaded integer default 0 not null,
  missing text[] default '{}'::text[] not null,
  media_id text,
  fault text default ''::text not null,
  is_without_right boolean default false not null,
  failures integer default 0 not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  requested_by bigint,
  requested_at timestamp with time zone not null,
  sending_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint wechat_drafts_author_check CHECK ((char_length(author) <= 16)),
  constraint wechat_drafts_digest_check CHECK ((char_length(digest) <= 128)),
  constraint wechat_drafts_pkey PRIMARY KEY (id),
  constraint wechat_drafts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint wechat_drafts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint wechat_drafts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'uploading'::text, 'sending'::text, 'done'::text, 'failed'::text, 'unknown'::text]))),
  constraint wechat_drafts_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 32)))
);
CREATE INDEX wechat_drafts_by_end ON wechat_drafts USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX wechat_drafts_due ON wechat_drafts USING btree (due_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'uploading'::text]));
CREATE INDEX wechat_drafts_of_member ON wechat_drafts USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE INDEX wechat_drafts_of_post ON wechat_drafts USING btree (post_id, id DESC);
CREATE INDEX wechat_drafts_sending ON wechat_drafts USING btree (sending_at) WHERE (state = 'sending'::text);
CREATE UNIQUE INDEX wechat_drafts_open ON wechat_drafts USING btree (post_id) WHERE (state = ANY (ARRAY['waiting'::text, 'uploading'::text, 'sending'::text]));

create table wechat_pictures (
  app_id text not null,
  kind text not null,
  hash bytea not null,
  reference text not null,
  used_at timestamp with time zone not null,
  constraint wechat_pictures_kind_check CHECK ((kind = ANY (ARRAY['content'::text, 'cover'::text]))),
  constraint wechat_pictures_pkey PRIMARY KEY (app_id, kind, hash)
);
CREATE INDEX wechat_pictures_by_use ON wechat_pictures USING btree (used_at);

create table wechat_tokens (
  app_id text not null,
  kind text not null,
  value text not null,
  fetched_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint wechat_tokens_kind_check CHECK ((kind = ANY (ARRAY['access_token'::text, 'jsapi_ticket'::text]))),
  constraint wechat_tokens_pkey PRIMARY KEY (app_id, kind)
);

create table withdrawals (
  id bigint generated as identity not null,
  author_id bigint not null,
  member_id bigint,
  amount bigint not null,
  payee text not null,
  state text default 'requested'::text not null,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  paid_at timestamp with time zone,
  constraint withdrawals_amount_check CHECK ((amount > 0)),
  constraint withdrawals_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors(id),
  constraint withdrawals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint withdrawals_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text, 'paid'::text])))
);
CREATE INDEX withdrawals_of_author ON withdrawals USING btree (author_id, id DESC);
CREATE INDEX withdrawals_of_decider ON withdrawals USING btree (decided_by);
CREATE INDEX withdrawals_of_member ON withdrawals USING btree (member_id);
CREATE INDEX withdrawals_of_state ON withdrawals USING btree (state, id DESC);
CREATE UNIQUE INDEX withdrawals_open ON withdrawals USING btree (author_id) WHERE (state = ANY (ARRAY['requested'::text, 'approved'::text]));
