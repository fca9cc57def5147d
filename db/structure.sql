-- Generated from the catalogue by npm run tables; for review.

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
  constraint adverts_check CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
  constraint adverts_pkey PRIMARY KEY (id),
  constraint adverts_position_check CHECK ((("position" >= 1) AND ("position" <= 5)))
);
CREATE INDEX adverts_of_position ON adverts USING btree ("position", weight DESC, id);

create table agreements (
  id bigint generated as identity not null,
  kind text not null,
  version text not null,
  title text not null,
  body text not null,
  effective_at timestamp with time zone not null,
  constraint agreements_kind_check CHECK ((kind = ANY (ARRAY['agreement'::text, 'privacy'::text]))),
  constraint agreements_kind_version_key UNIQUE (kind, version),
  constraint agreements_pkey PRIMARY KEY (id)
);

create table authors (
  id bigint generated as identity not null,
  name text not null,
  title text default ''::text not null,
  bio text default ''::text not null,
  avatar text,
  member_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint authors_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint authors_member_id_key UNIQUE (member_id),
  constraint authors_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50))),
  constraint authors_name_key UNIQUE (name),
  constraint authors_pkey PRIMARY KEY (id)
);
CREATE INDEX authors_by_name_prefix ON authors USING btree (name text_pattern_ops);

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
CREATE INDEX grants_of_member ON grants USING btree (member_id, scope, target_id, ends_at);

create table login_failures (
  subject text not null,
  failed_at timestamp with time zone default now() not null
);
CREATE INDEX login_failures_recent ON login_failures USING btree (subject, failed_at);

create table member_roles (
  member_id bigint not null,
  role text not null,
  constraint member_roles_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_roles_pkey PRIMARY KEY (member_id, role),
  constraint member_roles_role_fkey FOREIGN KEY (role) REFERENCES roles(code)
);

create table members (
  id bigint generated as identity not null,
  mobile text not null,
  name text not null,
  avatar text,
  password_hash text,
  blocked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint members_mobile_key UNIQUE (mobile),
  constraint members_pkey PRIMARY KEY (id)
);

create table milestones (
  name text not null,
  reached_at timestamp with time zone default now() not null,
  constraint milestones_pkey PRIMARY KEY (name)
);

create table post_bodies (
  post_id bigint not null,
  html text not null,
  open_html text not null,
  headings jsonb default '[]'::jsonb not null,
  attachments jsonb default '[]'::jsonb not null,
  locked_word_count integer default 0 not null,
  constraint post_bodies_pkey PRIMARY KEY (post_id),
  constraint post_bodies_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);

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
  constraint post_labels_pkey PRIMARY KEY (post_id, type, label),
  constraint post_labels_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_labels_type_check CHECK ((type = ANY (ARRAY['tag'::text, 'stock'::text])))
);
CREATE INDEX post_labels_by_prefix ON post_labels USING btree (type, label text_pattern_ops);
CREATE INDEX post_labels_newest ON post_labels USING btree (type, label, kind, published_at DESC, post_id DESC);
CREATE INDEX post_labels_newest_of_author ON post_labels USING btree (type, label, author_id, kind, published_at DESC, post_id DESC);
CREATE INDEX post_labels_newest_of_column ON post_labels USING btree (type, label, column_id, published_at DESC, post_id DESC);

create table post_totals (
  scope text not null,
  key text not null,
  published integer not null,
  constraint post_totals_pkey PRIMARY KEY (scope, key),
  constraint post_totals_scope_check CHECK ((scope = ANY (ARRAY['kind'::text, 'column'::text, 'author'::text])))
);

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
  constraint posts_access_check CHECK ((access = ANY (ARRAY['public'::text, 'member'::text, 'vip'::text, 'paid'::text]))),
  constraint posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors(id),
  constraint posts_check CHECK (((state = 'draft'::text) OR (published_at IS NOT NULL))),
  constraint posts_column_id_fkey FOREIGN KEY (column_id) REFERENCES columns(id),
  constraint posts_import_key_key UNIQUE (import_key),
  constraint posts_kind_check CHECK ((kind = ANY (ARRAY['news'::text, 'article'::text, 'reference'::text]))),
  constraint posts_own_access_check CHECK ((own_access = ANY (ARRAY['public'::text, 'member'::text, 'vip'::text, 'paid'::text]))),
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_price_check CHECK (((price >= 1) AND (price <= 10000000))),
  constraint posts_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text, 'withdrawn'::text])))
);
CREATE INDEX posts_due ON posts USING btree (published_at) WHERE (state = 'scheduled'::text);
CREATE INDEX posts_of_access ON posts USING btree (kind, access, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_author ON posts USING btree (author_id, kind, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_column ON posts USING btree (column_id, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_column_author ON posts USING btree (column_id, author_id, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX posts_of_kind ON posts USING btree (kind, published_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE TRIGGER post_totals_delete AFTER DELETE ON posts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_post_totals_on_delete();
CREATE TRIGGER post_totals_insert AFTER INSERT ON posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_post_totals_on_insert();
CREATE TRIGGER post_totals_update AFTER UPDATE ON posts REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_post_totals_on_update();

create table roles (
  code text not null,
  name text not null,
  permissions text[] default '{}'::text[] not null,
  constraint roles_pkey PRIMARY KEY (code)
);

create table search_outbox (
  id bigint generated as identity not null,
  post_id bigint not null,
  queued_at timestamp with time zone default now() not null,
  constraint search_outbox_pkey PRIMARY KEY (id)
);

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
