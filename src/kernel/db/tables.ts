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

export interface AnnouncementsTable {
  id: GeneratedAlways<Id>;
  title: string;
  body: string;
  link: Generated<string>;
  created_by: Id | null;
  created_at: Generated<Date>;
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

export interface BindTicketsTable {
  ticket_hash: Buffer;
  provider: string;
  union_id: string;
  open_id: string;
  nickname: Generated<string>;
  expires_at: Date;
}

export interface CollectionTotalsTable {
  scope: string;
  target_id: Id;
  total: number;
}

export interface CollectsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  post_id: Id;
  kind: string;
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

export interface ConsentsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  kind: string;
  version: string;
  address: string;
  agreed_at: Generated<Date>;
}

export interface ExternalAccountsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  provider: string;
  union_id: string;
  open_id: string;
  nickname: Generated<string>;
  created_at: Generated<Date>;
}

export interface FollowsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  author_id: Id;
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
  email: string | null;
  totp_secret: string | null;
  totp_enabled_at: Date | null;
  totp_last_step: Id | null;
  deletion_due_at: Date | null;
  deleted_at: Date | null;
}

export interface MilestonesTable {
  name: string;
  reached_at: Generated<Date>;
}

export interface NoticeFanoutsTable {
  id: GeneratedAlways<Id>;
  kind: string;
  target_id: Id;
  last_member_id: Generated<Id>;
  created_at: Generated<Date>;
}

export interface NoticeRefusalsTable {
  member_id: Id;
  kind: string;
}

export interface NoticesTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  kind: string;
  title: string;
  body: Generated<string>;
  link: Generated<string>;
  source_key: string;
  created_at: Generated<Date>;
  read_at: Date | null;
}

export interface OauthStatesTable {
  state_hash: Buffer;
  cookie_hash: Buffer;
  provider: string;
  purpose: string;
  member_id: Id | null;
  expires_at: Date;
}

export interface OutboxMessagesTable {
  id: GeneratedAlways<Id>;
  channel: string;
  recipient: string;
  subject: Generated<string>;
  body: string;
  created_at: Generated<Date>;
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

export interface ReadingHistoryTable {
  member_id: Id;
  post_id: Id;
  read_at: Date;
}

export interface RecoveryCodesTable {
  member_id: Id;
  code_hash: Buffer;
  used_at: Date | null;
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

export interface SecretsTable {
  name: string;
  value: string;
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

export interface SpentProofsTable {
  signature: string;
  expires_at: Date;
}

export interface StocksTable {
  code: string;
  name: string;
  market: Generated<string>;
  aliases: Generated<string[]>;
}

export interface VerificationCodesTable {
  id: GeneratedAlways<Id>;
  channel: string;
  recipient: string;
  purpose: string;
  code_hash: Buffer;
  attempts: Generated<number>;
  address: string;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
}

export interface Tables {
  adverts: AdvertsTable;
  agreements: AgreementsTable;
  announcements: AnnouncementsTable;
  authors: AuthorsTable;
  bind_tickets: BindTicketsTable;
  collection_totals: CollectionTotalsTable;
  collects: CollectsTable;
  columns: ColumnsTable;
  consents: ConsentsTable;
  external_accounts: ExternalAccountsTable;
  follows: FollowsTable;
  grants: GrantsTable;
  login_failures: LoginFailuresTable;
  member_roles: MemberRolesTable;
  members: MembersTable;
  milestones: MilestonesTable;
  notice_fanouts: NoticeFanoutsTable;
  notice_refusals: NoticeRefusalsTable;
  notices: NoticesTable;
  oauth_states: OauthStatesTable;
  outbox_messages: OutboxMessagesTable;
  post_bodies: PostBodiesTable;
  post_counters: PostCountersTable;
  post_labels: PostLabelsTable;
  post_totals: PostTotalsTable;
  post_view_buckets: PostViewBucketsTable;
  post_view_periods: PostViewPeriodsTable;
  post_view_watermarks: PostViewWatermarksTable;
  posts: PostsTable;
  reading_history: ReadingHistoryTable;
  recovery_codes: RecoveryCodesTable;
  roles: RolesTable;
  search_outbox: SearchOutboxTable;
  secrets: SecretsTable;
  sessions: SessionsTable;
  spent_proofs: SpentProofsTable;
  stocks: StocksTable;
  verification_codes: VerificationCodesTable;
}
