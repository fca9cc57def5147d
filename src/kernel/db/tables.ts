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

export interface AdvertDaysTable {
  advert_id: Id;
  day: string;
  impressions: Generated<number>;
  clicks: Generated<number>;
}

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
  is_paused: Generated<boolean>;
}

export interface AgreementDraftsTable {
  kind: string;
  number: number;
  title: string;
  html: string;
  saved_by: Id | null;
  saved_at: Date;
}

export interface AgreementsTable {
  id: GeneratedAlways<Id>;
  kind: string;
  version: string;
  title: string;
  body: string;
  effective_at: Date;
  created_by: Id | null;
}

export interface AnnouncementsTable {
  id: GeneratedAlways<Id>;
  title: string;
  body: string;
  link: Generated<string>;
  created_by: Id | null;
  created_at: Generated<Date>;
}

export interface ApiKeysTable {
  id: GeneratedAlways<Id>;
  key_hash: Buffer;
  hint: string;
  name: string;
  member_id: Id;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

export interface AttachmentDownloadsTable {
  address: string;
  day: string;
  member_id: Id;
  post_id: Id;
}

export interface AuditEntriesTable {
  id: GeneratedAlways<Id>;
  member_id: Id | null;
  action: string;
  target: string;
  before: Json | null;
  after: Json | null;
  created_at: Generated<Date>;
  is_security: Generated<boolean>;
  key_name: string | null;
}

export interface AuthorsTable {
  id: GeneratedAlways<Id>;
  name: string;
  title: Generated<string>;
  bio: Generated<string>;
  avatar: string | null;
  member_id: Id | null;
  created_at: Generated<Date>;
  qualification: Generated<string>;
  institution: Generated<string>;
  qualification_state: Generated<string>;
  qualification_note: Generated<string>;
  share_percent: number | null;
}

export interface BindTicketsTable {
  ticket_hash: Buffer;
  provider: string;
  union_id: string | null;
  open_id: string;
  nickname: Generated<string>;
  expires_at: Date;
  app_id: Generated<string>;
  picture: Generated<string>;
}

export interface CdnPurgesTable {
  id: GeneratedAlways<Id>;
  tags: string[];
  queued_at: Generated<Date>;
  due_at: Generated<Date>;
  sent: Generated<number>;
  attempts: Generated<number>;
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

export interface CommentLikesTable {
  comment_id: Id;
  member_id: Id;
  created_at: Generated<Date>;
}

export interface CommentMutesTable {
  member_id: Id;
  until: Date;
  reason: string;
  muted_by: Id | null;
  created_at: Generated<Date>;
}

export interface CommentReportsTable {
  comment_id: Id;
  member_id: Id;
  reason: string;
  note: Generated<string>;
  created_at: Generated<Date>;
  settled_at: Date | null;
}

export interface CommentsTable {
  id: GeneratedAlways<Id>;
  post_id: Id;
  root_id: Id | null;
  reply_to_id: Id | null;
  member_id: Id | null;
  body: string;
  mentions: Generated<Json>;
  state: string;
  was_shown: Generated<boolean>;
  reason: Generated<string>;
  province: Generated<string>;
  likes: Generated<number>;
  replies: Generated<number>;
  reports: Generated<number>;
  created_at: Generated<Date>;
  guest_name: string | null;
  import_key: string | null;
}

export interface ConsentsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  kind: string;
  version: string;
  address: string;
  agreed_at: Generated<Date>;
}

export interface ContestClearedDaysTable {
  season_id: Id;
  day: string;
}

export interface ContestDaysTable {
  player_id: Id;
  day: string;
  cash: Id;
  market_value: Id;
  peak: Id;
  drawdown_ppm: number;
  sales: number;
  won: number;
}

export interface ContestEntriesTable {
  id: GeneratedAlways<Id>;
  player_id: Id;
  kind: string;
  day: string;
  order_id: Id | null;
  code: string | null;
  cash: Generated<Id>;
  frozen_cash: Generated<Id>;
  quantity: Generated<number>;
  frozen_quantity: Generated<number>;
  cost: Generated<Id>;
  at: Date;
}

export interface ContestFillsTable {
  order_id: Id;
  player_id: Id;
  code: string;
  day: string;
  side: string;
  price: number;
  quantity: number;
  amount: Id;
  commission: number;
  stamp: number;
  transfer: number;
  profit: Id | null;
  quote_at: Date;
  filled_at: Date;
}

export interface ContestFollowsTable {
  member_id: Id;
  player_id: Id;
  created_at: Generated<Date>;
}

export interface ContestHoldingsTable {
  player_id: Id;
  code: string;
  quantity: number;
  frozen_quantity: Generated<number>;
  bought_on: string | null;
  bought_quantity: Generated<number>;
  cost: Generated<Id>;
}

export interface ContestOrdersTable {
  id: GeneratedAlways<Id>;
  player_id: Id;
  code: string;
  day: string;
  side: string;
  price: number | null;
  quantity: number;
  frozen_cash: Generated<Id>;
  state: Generated<string>;
  placed_at: Date;
  ended_at: Date | null;
}

export interface ContestPlayersTable {
  id: GeneratedAlways<Id>;
  season_id: Id;
  member_id: Id | null;
  mobile_hash: Buffer;
  cash: Generated<Id>;
  frozen_cash: Generated<Id>;
  joined_at: Generated<Date>;
  disqualified_at: Date | null;
  reason: Generated<string>;
}

export interface ContestRanksTable {
  season_id: Id;
  period: string;
  player_id: Id;
  place: number;
  return_ppm: number;
  assets: Id;
  drawdown_ppm: number;
  win_rate_ppm: number | null;
}

export interface ContestRecomputesTable {
  id: GeneratedAlways<Id>;
  season_id: Id;
  state: Generated<string>;
  attempts: Generated<number>;
  players: Generated<number>;
  entries: Generated<number>;
  difference_count: Generated<number>;
  differences: Generated<Json>;
  error: Generated<string>;
  created_by: Id | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
  due_at: Generated<Date>;
}

export interface ContestSeasonsTable {
  id: GeneratedAlways<Id>;
  name: string;
  starts_on: string;
  ends_on: string;
  starting_cash: Id;
  boards: string[];
  with_st: Generated<boolean>;
  position_cap_bp: Generated<number>;
  commission_ppm: Generated<number>;
  commission_least: Generated<number>;
  index_code: string | null;
  delay_days: Generated<number>;
  for_whom: Generated<string>;
  prizes: Generated<string>;
  rules: Generated<string>;
  is_open: Generated<boolean>;
  cleared_on: string | null;
  begun_at: Date | null;
  ended_at: Date | null;
  created_at: Generated<Date>;
}

export interface CouponUsesTable {
  order_id: Id;
  coupon_id: Id;
  member_id: Id | null;
  state: Generated<string>;
}

export interface CouponsTable {
  id: GeneratedAlways<Id>;
  code: string;
  name: string;
  amount_off: number | null;
  percent_off: number | null;
  least_price: Generated<number>;
  scope: Generated<string>;
  target_id: Id | null;
  starts_at: Generated<Date>;
  ends_at: Date | null;
  total_limit: number | null;
  member_limit: Generated<number>;
  used: Generated<number>;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface DailyQuotesTable {
  code: string;
  day: string;
  open: number;
  high: number;
  low: number;
  close: number;
  previous_close: number;
  limit_up: number | null;
  limit_down: number | null;
  volume: Generated<Id>;
  amount: Generated<Id>;
  is_suspended: Generated<boolean>;
}

export interface DividendsTable {
  code: string;
  ex_day: string;
  cash_per_ten: Generated<number>;
  bonus_per_ten: Generated<number>;
}

export interface EconomicEventsTable {
  id: GeneratedAlways<Id>;
  at: Date;
  region: Generated<string>;
  title: string;
  importance: number;
  previous: Generated<string>;
  forecast: Generated<string>;
  actual: Generated<string>;
}

export interface EngineOutboxTable {
  id: GeneratedAlways<Id>;
  engine: string;
  post_id: Id;
  column_id: Id;
  queued_at: Generated<Date>;
  due_at: Date;
  attempts: Generated<number>;
}

export interface EnginePushesTable {
  id: GeneratedAlways<Id>;
  engine: string;
  addresses: string[];
  is_taken: boolean;
  answer: string;
  pushed_at: Date;
}

export interface EngineStatesTable {
  engine: string;
  failures: Generated<number>;
  retry_at: Date | null;
  remaining: number | null;
}

export interface ExternalAccountsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  provider: string;
  union_id: string | null;
  open_id: string;
  nickname: Generated<string>;
  created_at: Generated<Date>;
  app_id: Generated<string>;
}

export interface FeedAddressesTable {
  member_id: Id;
  token_hash: Buffer;
  created_at: Date;
  last_read_at: Date | null;
}

export interface FeedItemsTable {
  id: GeneratedAlways<Id>;
  source_id: Id;
  item_key: string;
  content_hash: Buffer;
  url: Generated<string>;
  title: string;
  author: Generated<string>;
  summary: Generated<string>;
  html: string;
  published_at: Date | null;
  fetched_at: Generated<Date>;
  state: Generated<string>;
  post_id: Id | null;
  decided_by: Id | null;
  decided_at: Date | null;
}

export interface FeedSourcesTable {
  id: GeneratedAlways<Id>;
  name: string;
  url: string;
  column_id: Id;
  interval_minutes: Generated<number>;
  is_active: Generated<boolean>;
  etag: Generated<string>;
  last_modified: Generated<string>;
  next_fetch_at: Generated<Date>;
  last_fetched_at: Date | null;
  last_error: Generated<string>;
  failures: Generated<number>;
  created_at: Generated<Date>;
}

export interface FigureDaysTable {
  day: string;
  scope: string;
  key: Generated<string>;
  views: Generated<number>;
  readers: Generated<number>;
  registrations: Generated<number>;
}

export interface FollowsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  author_id: Id;
  created_at: Generated<Date>;
}

export interface FootersTable {
  id: number;
  groups: Json | null;
  version: number;
}

export interface GatewayNoticesTable {
  id: GeneratedAlways<Id>;
  gateway: string;
  notice_id: Generated<string>;
  trade_number: Generated<string>;
  outcome: string;
  address: Generated<string>;
  received_at: Generated<Date>;
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

export interface HomeLayoutTable {
  id: number;
  blocks: Json | null;
  version: number;
}

export interface InstrumentsTable {
  code: string;
  name: string;
  initials: Generated<string>;
  board: string;
  is_st: Generated<boolean>;
  listed_on: string | null;
  delisted_on: string | null;
  is_invented: Generated<boolean>;
}

export interface IntradayQuotesTable {
  code: string;
  at: Date;
  last: number;
  volume: Generated<Id>;
  amount: Generated<Id>;
}

export interface InvoiceRequestsTable {
  id: GeneratedAlways<Id>;
  order_id: Id;
  member_id: Id | null;
  title_kind: string;
  title: string;
  tax_number: Generated<string>;
  email: string;
  state: Generated<string>;
  file: string | null;
  note: Generated<string>;
  created_at: Generated<Date>;
  decided_by: Id | null;
  decided_at: Date | null;
  number: Generated<string>;
  amount: number | null;
}

export interface KnowAcknowledgementsTable {
  member_id: Id;
  popup_id: Id;
  acknowledged_at: Generated<Date>;
}

export interface KnowPopupsTable {
  id: GeneratedAlways<Id>;
  place: string;
  version: number;
  title: string;
  body: string;
  is_live: Generated<boolean>;
  created_by: Id | null;
  created_at: Generated<Date>;
}

export interface KnownDevicesTable {
  member_id: Id;
  device_hash: Buffer;
  last_used_at: Date;
}

export interface LatestQuotesTable {
  code: string;
  at: Date;
  open: number;
  high: number;
  low: number;
  last: number;
  previous_close: number;
  limit_up: number | null;
  limit_down: number | null;
  volume: Generated<Id>;
  amount: Generated<Id>;
  is_suspended: Generated<boolean>;
}

export interface LeakScansTable {
  id: GeneratedAlways<Id>;
  most: number | null;
  state: Generated<string>;
  attempts: Generated<number>;
  done: Generated<number>;
  total: number | null;
  sentences: Generated<number>;
  addresses: Generated<number>;
  leak_count: Generated<number>;
  leaks: Generated<Json>;
  faults: Generated<Json>;
  error: Generated<string>;
  created_by: Id | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
  due_at: Generated<Date>;
}

export interface LedgerEntriesTable {
  id: GeneratedAlways<Id>;
  transaction_id: Id;
  account: string;
  amount: Id;
}

export interface LedgerTransactionsTable {
  id: GeneratedAlways<Id>;
  key: string;
  kind: string;
  order_id: Id | null;
  author_id: Id | null;
  created_at: Generated<Date>;
}

export interface LetterBouncesTable {
  id: GeneratedAlways<Id>;
  address: string;
  refusals: Generated<number>;
  bounced_at: Date | null;
  reason: Generated<string>;
  source: string;
}

export interface LetterDigestsTable {
  id: GeneratedAlways<Id>;
  name: string;
  period: string;
  weekday: Generated<number>;
  hour: number;
  column_ids: string[];
  introduction: Generated<string>;
  audience: Generated<string>;
  audience_key: Generated<string>;
  is_on: Generated<boolean>;
  covered_until: Date;
  next_at: Date;
  created_at: Generated<Date>;
}

export interface LetterPaceTable {
  id: Generated<number>;
  minute: Generated<Date>;
  claimed: Generated<number>;
  held_until: Date | null;
  holds: Generated<number>;
  fault: Generated<string>;
}

export interface LetterRecipientsTable {
  id: GeneratedAlways<Id>;
  letter_id: Id;
  member_id: Id;
  state: Generated<string>;
  due_at: Date;
  claims: Generated<number>;
  deferrals: Generated<number>;
  sending_at: Date | null;
  ended_at: Date | null;
  fault: Generated<string>;
  unsubscribed_at: Date | null;
  reading_key: Generated<string>;
  opened_at: Date | null;
  clicked_at: Date | null;
  suspicion: Json | null;
}

export interface LettersTable {
  id: GeneratedAlways<Id>;
  subscription: string;
  state: Generated<string>;
  version: Generated<number>;
  subject: Generated<string>;
  introduction: Generated<string>;
  post_ids: Generated<string[]>;
  is_whole: Generated<boolean>;
  audience: Generated<string>;
  audience_key: Generated<string>;
  digest_id: Id | null;
  created_by: Id | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  scheduled_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  listed_to: Generated<Id>;
  is_listed: Generated<boolean>;
  recipients: Generated<number>;
  figures: Json | null;
  fault: Generated<string>;
}

export interface MarketPullsTable {
  is_one: Generated<boolean>;
  began_at: Date;
  is_ok: Generated<boolean>;
  message: Generated<string>;
  added: Generated<number>;
  unchanged: Generated<number>;
  failed: Generated<number>;
  failures: Generated<number>;
  next_at: Date;
}

export interface MediaFoldersTable {
  id: GeneratedAlways<Id>;
  parent_id: Id | null;
  name: string;
  created_at: Generated<Date>;
}

export interface MediaItemsTable {
  id: GeneratedAlways<Id>;
  folder_id: Id | null;
  kind: string;
  address: string;
  name: string;
  media_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  alt: Generated<string>;
  name_bigrams: Generated<string[]>;
  use_count: Generated<number>;
  uploaded_by: Id | null;
  created_at: Generated<Date>;
  is_of_member: Generated<boolean>;
}

export interface MediaUploadersTable {
  media_id: Id;
  member_id: Id;
}

export interface MediaUsesTable {
  media_id: Id;
  target: string;
}

export interface MemberRolesTable {
  member_id: Id;
  role: string;
}

export interface MemberTagsTable {
  member_id: Id;
  tag: string;
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
  block_reason: string | null;
  column_ids: string[] | null;
}

export interface MenusTable {
  id: number;
  entries: Json | null;
  version: number;
}

export interface MilestonesTable {
  name: string;
  reached_at: Generated<Date>;
}

export interface MissingAddressesTable {
  id: GeneratedAlways<Id>;
  address: string;
  hits: Id;
  referrer: Generated<string>;
  is_ignored: Generated<boolean>;
  first_at: Date;
  last_at: Date;
}

export interface NoticeChannelsTable {
  member_id: Id;
  kind: string;
  channel: string;
}

export interface NoticeDeliveriesTable {
  id: GeneratedAlways<Id>;
  notice_id: Id;
  member_id: Id;
  kind: string;
  channel: string;
  state: Generated<string>;
  tries: Generated<number>;
  due_at: Generated<Date>;
  ended_at: Date | null;
  fault: Generated<string>;
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

export interface NoticeWechatTable {
  member_id: Id;
  app_id: string;
  open_id: string;
  is_following: boolean | null;
  created_at: Generated<Date>;
}

export interface NoticeWechatTicketsTable {
  ticket_hash: Buffer;
  member_id: Id;
  expires_at: Date;
  code_hash: Buffer | null;
  app_id: string | null;
  open_id: string | null;
  is_following: boolean | null;
  bound_at: Date | null;
}

export interface NoticesTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  kind: string;
  title: string;
  body: Generated<string>;
  link: Generated<string>;
  source_key: string;
  told_at: Generated<Date>;
  read_at: Date | null;
  people: Json | null;
}

export interface OauthStatesTable {
  state_hash: Buffer;
  cookie_hash: Buffer;
  provider: string;
  purpose: string;
  member_id: Id | null;
  expires_at: Date;
  used_at: Date | null;
  code_hash: Buffer | null;
  has_profile: boolean | null;
}

export interface OrdersTable {
  id: GeneratedAlways<Id>;
  number: string;
  member_id: Id | null;
  kind: string;
  shelf: string;
  thing: string;
  plan_id: Id | null;
  column_id: Id | null;
  post_id: Id | null;
  is_gift: Generated<boolean>;
  title: string;
  list_price: number;
  discount: Generated<number>;
  amount: number;
  coupon_id: Id | null;
  months: number | null;
  days: number | null;
  author_id: Id | null;
  author_share: Generated<number>;
  state: Generated<string>;
  close_reason: string | null;
  agreed_at: Generated<Date>;
  created_at: Generated<Date>;
  expires_at: Date;
  paid_at: Date | null;
  closed_at: Date | null;
  refunded_amount: Generated<number>;
  gateway: string | null;
  grant_id: Id | null;
  payment_id: Id | null;
  is_vip_price: Generated<boolean>;
}

export interface OutboxMessagesTable {
  id: GeneratedAlways<Id>;
  channel: string;
  recipient: string;
  subject: Generated<string>;
  body: string;
  created_at: Generated<Date>;
}

export interface PageVersionsTable {
  page_id: Id;
  number: number;
  content: Json;
  saved_by: Id | null;
  saved_at: Date;
}

export interface PagesTable {
  id: GeneratedAlways<Id>;
  state: Generated<string>;
  slug: string | null;
  title: Generated<string>;
  html: Generated<string>;
  description: Generated<string>;
  head_version: Generated<number>;
  live_version: Generated<number>;
  updated_at: Date;
  import_key: string | null;
}

export interface PaymentsTable {
  id: GeneratedAlways<Id>;
  order_id: Id;
  gateway: string;
  channel: string;
  trade_number: string;
  amount: number;
  state: Generated<string>;
  gateway_number: string | null;
  is_surplus: Generated<boolean>;
  created_at: Generated<Date>;
  expires_at: Date;
  succeeded_at: Date | null;
  asked_at: Date | null;
  fee: number | null;
}

export interface PinsTable {
  id: GeneratedAlways<Id>;
  column_id: Id | null;
  post_id: Id;
  list_order: Generated<number>;
  starts_at: Generated<Date>;
  ends_at: Date | null;
  created_at: Generated<Date>;
}

export interface PlansTable {
  id: GeneratedAlways<Id>;
  scope: string;
  column_id: Id | null;
  name: string;
  months: number | null;
  days: number | null;
  price: number;
  first_price: number | null;
  is_trial: Generated<boolean>;
  is_active: Generated<boolean>;
  list_order: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface PostBodiesTable {
  post_id: Id;
  html: string;
  open_html: string;
  headings: Generated<Json>;
  attachments: Generated<Json>;
  locked_word_count: Generated<number>;
  source_html: string | null;
  seo_title: Generated<string>;
  seo_description: Generated<string>;
  related_ids: Generated<string[]>;
  cut_format: Generated<number>;
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
  important: Generated<boolean>;
}

export interface PostLocksTable {
  post_id: Id;
  member_id: Id;
  expires_at: Date;
}

export interface PostTotalsTable {
  scope: string;
  key: string;
  published: number;
}

export interface PostVersionsTable {
  post_id: Id;
  number: number;
  content: Json;
  saved_by: Id | null;
  saved_at: Generated<Date>;
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
  head_version: Generated<number>;
  live_version: Generated<number>;
  vip_price: number | null;
  comments_closed: Generated<boolean>;
  open_summary: string | null;
  full_summary: string | null;
  deleted_at: Date | null;
  co_author_ids: Generated<string[]>;
}

export interface PreviewLinksTable {
  id: GeneratedAlways<Id>;
  post_id: Id;
  token_hash: Buffer;
  label: string;
  reader: string;
  version: number | null;
  created_by: Id | null;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
  opened: Generated<number>;
  last_opened_at: Date | null;
}

export interface RateLimitsTable {
  key: string;
  hits: Date[];
  expires_at: Date;
}

export interface ReaderMarksTable {
  day: string;
  scope: string;
  key: Generated<string>;
  reader: Buffer;
}

export interface ReaderOriginDaysTable {
  day: string;
  kind: string;
  value: string;
  readers: number;
}

export interface ReadingHistoryTable {
  member_id: Id;
  post_id: Id;
  read_at: Date;
  position: Generated<number>;
}

export interface ReconciliationsTable {
  id: GeneratedAlways<Id>;
  gateway: string;
  day: string;
  state: string;
  ours_count: Generated<number>;
  ours_amount: Generated<Id>;
  theirs_count: Generated<number>;
  theirs_amount: Generated<Id>;
  differences: Generated<Json>;
  error: Generated<string>;
  made_at: Generated<Date>;
}

export interface RecoveryCodesTable {
  member_id: Id;
  code_hash: Buffer;
  used_at: Date | null;
}

export interface RedeemBatchesTable {
  id: GeneratedAlways<Id>;
  name: string;
  scope: string;
  target_id: Id | null;
  months: number | null;
  days: number | null;
  order_id: Id | null;
  expires_at: Date | null;
  created_by: Id | null;
  created_at: Generated<Date>;
}

export interface RedeemCodesTable {
  id: GeneratedAlways<Id>;
  batch_id: Id;
  code_hash: Buffer;
  ending: string;
  redeemed_by: Id | null;
  redeemed_at: Date | null;
  grant_id: Id | null;
  revoked_at: Date | null;
}

export interface RedirectsTable {
  id: GeneratedAlways<Id>;
  source: string;
  status: number;
  target: Generated<string>;
  post_id: Id | null;
  hits: Generated<Id>;
  last_hit_at: Date | null;
  created_at: Generated<Date>;
}

export interface ReferenceSubmissionsTable {
  id: GeneratedAlways<Id>;
  post_id: Id | null;
  version: number;
  member_id: Id | null;
  securities: Generated<Json>;
  holding: string | null;
  holding_note: Generated<string>;
  content_hash: string;
  submitted_at: Generated<Date>;
}

export interface RefundsTable {
  id: GeneratedAlways<Id>;
  number: string;
  order_id: Id;
  payment_id: Id;
  kind: string;
  amount: number;
  reason: Generated<string>;
  state: Generated<string>;
  gateway_number: string | null;
  error: Generated<string>;
  tries: Generated<number>;
  next_try_at: Date | null;
  requested_by: Id | null;
  decided_by: Id | null;
  note: Generated<string>;
  created_at: Generated<Date>;
  decided_at: Date | null;
  finished_at: Date | null;
  fee: number | null;
}

export interface RegistrationSourcesTable {
  member_id: Id;
  post_id: Id | null;
  registered_at: Generated<Date>;
}

export interface ReviewItemsTable {
  id: GeneratedAlways<Id>;
  kind: string;
  target: string;
  title: string;
  excerpt: Generated<string>;
  reason: Generated<string>;
  hits: Generated<Json>;
  state: Generated<string>;
  submitted_by: Id | null;
  submitted_at: Generated<Date>;
  decided_by: Id | null;
  decided_at: Date | null;
  note: Generated<string>;
  details: Generated<Json>;
}

export interface RolesTable {
  code: string;
  name: string;
  permissions: Generated<string[]>;
  is_builtin: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface SavedViewsTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  name: string;
  filters: Json;
  created_at: Generated<Date>;
  list: string;
}

export interface ScheduledJobsTable {
  id: Generated<Id>;
  name: string;
  cron: string;
  due_at: Date;
  attempts: Generated<number>;
  ended_at: Date | null;
  error: Generated<string>;
}

export interface SearchIndexHolderTable {
  id: Generated<boolean>;
  index_id: string;
  machine: string;
  pid: number;
  seen_at: Date | null;
}

export interface SearchOutboxTable {
  id: GeneratedAlways<Id>;
  post_id: Id;
  queued_at: Generated<Date>;
}

export interface SearchRebuildsTable {
  id: Generated<boolean>;
  done: number;
  total: number;
  started_at: Date;
  seen_at: Date;
}

export interface SearchWordDaysTable {
  day: string;
  word: string;
  searches: Generated<number>;
  empty_searches: Generated<number>;
  searchers: Generated<number>;
}

export interface SecretsTable {
  name: string;
  value: string;
}

export interface SensitiveWordsTable {
  id: GeneratedAlways<Id>;
  word: string;
  level: string;
  category: Generated<string>;
  created_at: Generated<Date>;
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

export interface SharePicturesTable {
  id: GeneratedAlways<Id>;
  post_id: Id;
  form: string;
  version: string;
  address: string;
  created_at: Generated<Date>;
  dropped_at: Date | null;
}

export interface SiteBuildFilesTable {
  path: string;
  build_id: string;
  content: Buffer;
}

export interface SiteBuildsTable {
  id: string;
  started_at: Date;
}

export interface SiteSettingsTable {
  name: string;
  value: Json;
  updated_by: Id | null;
  updated_at: Generated<Date>;
}

export interface SpentProofsTable {
  signature: string;
  expires_at: Date;
}

export interface SpentRefreshTokensTable {
  refresh_hash: Buffer;
  session_id: Id;
  spent_at: Date;
  token_hash: Buffer | null;
  client_hash: Buffer | null;
}

export interface StaffInvitationsTable {
  id: GeneratedAlways<Id>;
  token_hash: Buffer;
  name: string;
  mobile: string | null;
  roles: string[];
  created_by: Id | null;
  created_at: Generated<Date>;
  expires_at: Date;
  accepted_by: Id | null;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

export interface StocksTable {
  code: string;
  name: string;
  market: Generated<string>;
  aliases: Generated<string[]>;
}

export interface TagChangesTable {
  id: GeneratedAlways<Id>;
  kind: string;
  names: string[];
  target: Generated<string>;
  state: Generated<string>;
  done: Generated<number>;
  total: number;
  attempts: Generated<number>;
  due_at: Date;
  created_by: Id | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface TagDeltasTable {
  id: GeneratedAlways<Id>;
  name: string;
  delta: number;
}

export interface TagNamesTable {
  name: string;
  tag: string;
  kind: string;
}

export interface TagsTable {
  id: GeneratedAlways<Id>;
  name: string;
  description: Generated<string>;
  posts: Generated<number>;
}

export interface TopicPostsTable {
  topic_id: Id;
  post_id: Id;
  position: number;
}

export interface TopicsTable {
  id: GeneratedAlways<Id>;
  slug: string;
  title: string;
  introduction: Generated<string>;
  cover: string | null;
  is_open: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface TradeDaysTable {
  day: string;
  is_all_day: Generated<boolean>;
}

export interface TradeFeesTable {
  valid_from: string;
  stamp_ppm: number;
  transfer_ppm: number;
}

export interface TradeRulesTable {
  board: string;
  is_st: boolean;
  valid_from: string;
  lot_least: number;
  lot_step: number;
  lot_most: number;
  limit_bp: number | null;
  free_days: Generated<number>;
  tick: Generated<number>;
}

export interface TradeSessionsTable {
  valid_from: string;
  opens: string;
  closes: string;
}

export interface TransferItemsTable {
  transfer_id: Id;
  kind: string;
  target_id: Id;
}

export interface TransferMemberTagsTable {
  transfer_id: Id;
  member_id: Id;
  tag: string;
}

export interface TransferPicturesTable {
  id: GeneratedAlways<Id>;
  transfer_id: Id;
  post_id: Id | null;
  page_id: Id | null;
  src: string;
  is_cover: Generated<boolean>;
  reason: string;
}

export interface TransfersTable {
  id: GeneratedAlways<Id>;
  kind: string;
  name: string;
  path: string;
  options: Generated<Json>;
  state: Generated<string>;
  done: Generated<number>;
  total: number | null;
  counts: Generated<Json>;
  report: Generated<Json>;
  error: Generated<string>;
  created_by: Id | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
  due_at: Generated<Date>;
  attempts: Generated<number>;
  source_id: Id | null;
  plan: Json | null;
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
  device_hash: Buffer | null;
}

export interface WatchedStocksTable {
  id: GeneratedAlways<Id>;
  member_id: Id;
  code: string;
  created_at: Generated<Date>;
}

export interface WebhookDeliveriesTable {
  id: GeneratedAlways<Id>;
  webhook_id: Id;
  message_id: Generated<string>;
  event: string;
  body: string;
  state: Generated<string>;
  attempts: Generated<number>;
  due_at: Date;
  queued_at: Date;
  attempted_at: Date | null;
  duration_ms: number | null;
  status: number | null;
  answer: Generated<string>;
  error: Generated<string>;
}

export interface WebhooksTable {
  id: GeneratedAlways<Id>;
  name: string;
  url: string;
  events: string[];
  is_active: Generated<boolean>;
  pause_reason: Generated<string>;
  secret_version: Generated<number>;
  failures: Generated<number>;
  failing_since: Date | null;
  retry_at: Date | null;
  created_at: Date;
}

export interface WechatDraftsTable {
  id: GeneratedAlways<Id>;
  post_id: Id;
  version: number;
  title: string;
  author: string;
  digest: string;
  state: Generated<string>;
  pictures: Generated<number>;
  uploaded: Generated<number>;
  missing: Generated<string[]>;
  media_id: string | null;
  fault: Generated<string>;
  is_without_right: Generated<boolean>;
  failures: Generated<number>;
  attempts: Generated<number>;
  due_at: Date;
  requested_by: Id | null;
  requested_at: Date;
  sending_at: Date | null;
  ended_at: Date | null;
}

export interface WechatPicturesTable {
  app_id: string;
  kind: string;
  hash: Buffer;
  reference: string;
  used_at: Date;
}

export interface WechatTokensTable {
  app_id: string;
  kind: string;
  value: string;
  fetched_at: Date;
  expires_at: Date;
}

export interface WithdrawalsTable {
  id: GeneratedAlways<Id>;
  author_id: Id;
  member_id: Id | null;
  amount: Id;
  payee: string;
  state: Generated<string>;
  note: Generated<string>;
  created_at: Generated<Date>;
  decided_by: Id | null;
  decided_at: Date | null;
  paid_at: Date | null;
}

export interface Tables {
  advert_days: AdvertDaysTable;
  adverts: AdvertsTable;
  agreement_drafts: AgreementDraftsTable;
  agreements: AgreementsTable;
  announcements: AnnouncementsTable;
  api_keys: ApiKeysTable;
  attachment_downloads: AttachmentDownloadsTable;
  audit_entries: AuditEntriesTable;
  authors: AuthorsTable;
  bind_tickets: BindTicketsTable;
  cdn_purges: CdnPurgesTable;
  collection_totals: CollectionTotalsTable;
  collects: CollectsTable;
  columns: ColumnsTable;
  comment_likes: CommentLikesTable;
  comment_mutes: CommentMutesTable;
  comment_reports: CommentReportsTable;
  comments: CommentsTable;
  consents: ConsentsTable;
  contest_cleared_days: ContestClearedDaysTable;
  contest_days: ContestDaysTable;
  contest_entries: ContestEntriesTable;
  contest_fills: ContestFillsTable;
  contest_follows: ContestFollowsTable;
  contest_holdings: ContestHoldingsTable;
  contest_orders: ContestOrdersTable;
  contest_players: ContestPlayersTable;
  contest_ranks: ContestRanksTable;
  contest_recomputes: ContestRecomputesTable;
  contest_seasons: ContestSeasonsTable;
  coupon_uses: CouponUsesTable;
  coupons: CouponsTable;
  daily_quotes: DailyQuotesTable;
  dividends: DividendsTable;
  economic_events: EconomicEventsTable;
  engine_outbox: EngineOutboxTable;
  engine_pushes: EnginePushesTable;
  engine_states: EngineStatesTable;
  external_accounts: ExternalAccountsTable;
  feed_addresses: FeedAddressesTable;
  feed_items: FeedItemsTable;
  feed_sources: FeedSourcesTable;
  figure_days: FigureDaysTable;
  follows: FollowsTable;
  footers: FootersTable;
  gateway_notices: GatewayNoticesTable;
  grants: GrantsTable;
  home_layout: HomeLayoutTable;
  instruments: InstrumentsTable;
  intraday_quotes: IntradayQuotesTable;
  invoice_requests: InvoiceRequestsTable;
  know_acknowledgements: KnowAcknowledgementsTable;
  know_popups: KnowPopupsTable;
  known_devices: KnownDevicesTable;
  latest_quotes: LatestQuotesTable;
  leak_scans: LeakScansTable;
  ledger_entries: LedgerEntriesTable;
  ledger_transactions: LedgerTransactionsTable;
  letter_bounces: LetterBouncesTable;
  letter_digests: LetterDigestsTable;
  letter_pace: LetterPaceTable;
  letter_recipients: LetterRecipientsTable;
  letters: LettersTable;
  market_pulls: MarketPullsTable;
  media_folders: MediaFoldersTable;
  media_items: MediaItemsTable;
  media_uploaders: MediaUploadersTable;
  media_uses: MediaUsesTable;
  member_roles: MemberRolesTable;
  member_tags: MemberTagsTable;
  members: MembersTable;
  menus: MenusTable;
  milestones: MilestonesTable;
  missing_addresses: MissingAddressesTable;
  notice_channels: NoticeChannelsTable;
  notice_deliveries: NoticeDeliveriesTable;
  notice_fanouts: NoticeFanoutsTable;
  notice_refusals: NoticeRefusalsTable;
  notice_wechat: NoticeWechatTable;
  notice_wechat_tickets: NoticeWechatTicketsTable;
  notices: NoticesTable;
  oauth_states: OauthStatesTable;
  orders: OrdersTable;
  outbox_messages: OutboxMessagesTable;
  page_versions: PageVersionsTable;
  pages: PagesTable;
  payments: PaymentsTable;
  pins: PinsTable;
  plans: PlansTable;
  post_bodies: PostBodiesTable;
  post_counters: PostCountersTable;
  post_labels: PostLabelsTable;
  post_locks: PostLocksTable;
  post_totals: PostTotalsTable;
  post_versions: PostVersionsTable;
  post_view_buckets: PostViewBucketsTable;
  post_view_periods: PostViewPeriodsTable;
  post_view_watermarks: PostViewWatermarksTable;
  posts: PostsTable;
  preview_links: PreviewLinksTable;
  rate_limits: RateLimitsTable;
  reader_marks: ReaderMarksTable;
  reader_origin_days: ReaderOriginDaysTable;
  reading_history: ReadingHistoryTable;
  reconciliations: ReconciliationsTable;
  recovery_codes: RecoveryCodesTable;
  redeem_batches: RedeemBatchesTable;
  redeem_codes: RedeemCodesTable;
  redirects: RedirectsTable;
  reference_submissions: ReferenceSubmissionsTable;
  refunds: RefundsTable;
  registration_sources: RegistrationSourcesTable;
  review_items: ReviewItemsTable;
  roles: RolesTable;
  saved_views: SavedViewsTable;
  scheduled_jobs: ScheduledJobsTable;
  search_index_holder: SearchIndexHolderTable;
  search_outbox: SearchOutboxTable;
  search_rebuilds: SearchRebuildsTable;
  search_word_days: SearchWordDaysTable;
  secrets: SecretsTable;
  sensitive_words: SensitiveWordsTable;
  sessions: SessionsTable;
  share_pictures: SharePicturesTable;
  site_build_files: SiteBuildFilesTable;
  site_builds: SiteBuildsTable;
  site_settings: SiteSettingsTable;
  spent_proofs: SpentProofsTable;
  spent_refresh_tokens: SpentRefreshTokensTable;
  staff_invitations: StaffInvitationsTable;
  stocks: StocksTable;
  tag_changes: TagChangesTable;
  tag_deltas: TagDeltasTable;
  tag_names: TagNamesTable;
  tags: TagsTable;
  topic_posts: TopicPostsTable;
  topics: TopicsTable;
  trade_days: TradeDaysTable;
  trade_fees: TradeFeesTable;
  trade_rules: TradeRulesTable;
  trade_sessions: TradeSessionsTable;
  transfer_items: TransferItemsTable;
  transfer_member_tags: TransferMemberTagsTable;
  transfer_pictures: TransferPicturesTable;
  transfers: TransfersTable;
  verification_codes: VerificationCodesTable;
  watched_stocks: WatchedStocksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  wechat_drafts: WechatDraftsTable;
  wechat_pictures: WechatPicturesTable;
  wechat_tokens: WechatTokensTable;
  withdrawals: WithdrawalsTable;
}
