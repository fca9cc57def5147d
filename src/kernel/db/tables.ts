// Generated from the catalogue by npm run tables. Do not edit.
import type { ColumnType } from 'kysely';

/** bigint: a decimal string, since ids are never numbers. */
type Id = ColumnType<string, string | number | bigint, string | number | bigint>;
type Json = ColumnType<unknown, string, string>;
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
type GeneratedAlways<T> =
  T extends ColumnType<infer S, unknown, unknown> ? ColumnType<S, never, never> : ColumnType<T, never, never>;

export interface AdvertsTable {
  id: GeneratedAlways<Id>;
  position: number;
  title: string;
  image: string | null;
  href: Generated<string>;
  weight: Generated<number>;
  starts_at: Generated<Date>;
  ends_at: Date | null;
  created_at: Generated<Date>;
}

export interface AgreementsTable {
  id: GeneratedAlways<Id>;
  kind: string;
  version: string;
  title: string;
  body: string;
  effective_at: Date;
}

export interface AuthorsTable {
  id: GeneratedAlways<Id>;
  name: string;
  title: Generated<string>;
  bio: Generated<string>;
  avatar: string | null;
  member_id: Id | null;
  created_at: Generated<Date>;
}

export interface ColumnsTable {
  id: Generated<Id>;
  parent_id: Id | null;
  name: string;
  description: Generated<string>;
  kind: string;
  access: Generated<string>;
  code_path: number | null;
  list_order: Generated<number>;
  is_nav: Generated<boolean>;
  is_auth: Generated<boolean>;
  login_auth: Generated<boolean>;
  no_menu: Generated<boolean>;
  hide_child: Generated<boolean>;
  keep_alive: Generated<boolean>;
  bread_show: Generated<boolean>;
  menu_type: Generated<number>;
  icon: Generated<string>;
  created_at: Generated<Date>;
}

export interface GrantsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  scope: string;
  target_id: Id | null;
  source: string;
  starts_at: Generated<Date>;
  ends_at: Date | null;
  created_at: Generated<Date>;
}

export interface LoginFailuresTable {
  subject: string;
  failed_at: Generated<Date>;
}

export interface MemberRolesTable {
  member_id: Id;
  role: string;
}

export interface MembersTable {
  id: GeneratedAlways<Id>;
  mobile: string;
  name: string;
  avatar: string | null;
  password_hash: string | null;
  blocked_at: Date | null;
  created_at: Generated<Date>;
}

export interface MilestonesTable {
  name: string;
  reached_at: Generated<Date>;
}

export interface PostBodiesTable {
  post_id: Id;
  html: string;
  open_html: string;
  headings: Generated<Json>;
  attachments: Generated<Json>;
  locked_word_count: Generated<number>;
}

export interface PostCountersTable {
  post_id: Id;
  views: Generated<Id>;
  comments: Generated<number>;
}

export interface PostLabelsTable {
  post_id: Id;
  type: string;
  label: string;
  kind: string;
  column_id: Id;
  published_at: Date;
  author_id: Id;
}

export interface PostTotalsTable {
  scope: string;
  key: string;
  published: number;
}

export interface PostViewBucketsTable {
  bucket: Date;
  post_id: Id;
  views: number;
}

export interface PostViewPeriodsTable {
  period: string;
  post_id: Id;
  kind: string;
  column_id: Id;
  views: Id;
}

export interface PostViewWatermarksTable {
  period: string;
  counted_from: Date;
}

export interface PostsTable {
  id: GeneratedAlways<Id>;
  kind: string;
  column_id: Id;
  author_id: Id;
  title: string;
  title_breaks: string;
  summary: Generated<string>;
  cover: string | null;
  own_access: string | null;
  access: string;
  price: number | null;
  vip_free: Generated<boolean>;
  important: Generated<boolean>;
  tags: Generated<string[]>;
  stock_codes: Generated<string[]>;
  word_count: Generated<number>;
  state: string;
  published_at: Date | null;
  import_key: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface RolesTable {
  code: string;
  name: string;
  permissions: Generated<string[]>;
}

export interface SearchOutboxTable {
  id: GeneratedAlways<Id>;
  post_id: Id;
  queued_at: Generated<Date>;
}

export interface SessionsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  token_hash: Buffer;
  refresh_hash: Buffer;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  refresh_expires_at: Date;
  user_agent: Generated<string>;
  address: Generated<string>;
}

export interface StocksTable {
  code: string;
  name: string;
  market: Generated<string>;
  aliases: Generated<string[]>;
}

export interface Tables {
  adverts: AdvertsTable;
  agreements: AgreementsTable;
  authors: AuthorsTable;
  columns: ColumnsTable;
  grants: GrantsTable;
  login_failures: LoginFailuresTable;
  member_roles: MemberRolesTable;
  members: MembersTable;
  milestones: MilestonesTable;
  post_bodies: PostBodiesTable;
  post_counters: PostCountersTable;
  post_labels: PostLabelsTable;
  post_totals: PostTotalsTable;
  post_view_buckets: PostViewBucketsTable;
  post_view_periods: PostViewPeriodsTable;
  post_view_watermarks: PostViewWatermarksTable;
  posts: PostsTable;
  roles: RolesTable;
  search_outbox: SearchOutboxTable;
  sessions: SessionsTable;
  stocks: StocksTable;
}
