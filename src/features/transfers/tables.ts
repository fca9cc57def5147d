/**
 * Where the tables belong when a whole site goes out. Every table stands in one of these lists; a test holds them against
 * the catalogue, so that a new table is decided about and not forgotten.
 */

/** What the site is: goes with every export. */
export const content = [
  'advert_days',
  'adverts',
  'agreements',
  'announcements',
  'authors',
  'columns',
  'coupons',
  'feed_items',
  'feed_sources',
  'figure_days',
  'know_popups',
  'media_folders',
  'media_items',
  'media_uses',
  'milestones',
  'pins',
  'plans',
  'post_bodies',
  'post_counters',
  'post_labels',
  'post_totals',
  'post_versions',
  'post_view_buckets',
  'post_view_periods',
  'post_view_watermarks',
  'posts',
  'review_items',
  'search_word_days',
  'sensitive_words',
  'site_settings',
  'stocks',
] as const;

/** Who is there and what they did, bought and are owed (codes only as digests): stays behind `--without-people`. */
export const people = [
  'audit_entries',
  'collection_totals',
  'collects',
  'comment_likes',
  'comment_mutes',
  'comment_reports',
  'comments',
  'consents',
  'coupon_uses',
  'external_accounts',
  'follows',
  'grants',
  'invoice_requests',
  'know_acknowledgements',
  'ledger_entries',
  'ledger_transactions',
  'member_roles',
  'member_tags',
  'members',
  'notice_channels',
  'notice_fanouts',
  'notice_refusals',
  'notice_wechat',
  'notices',
  'orders',
  'payments',
  'reading_history',
  'reconciliations',
  'recovery_codes',
  'redeem_batches',
  'redeem_codes',
  'reference_submissions',
  'refunds',
  'registration_sources',
  'roles',
  'saved_views',
  'withdrawals',
] as const;

/** What belongs to this installation or to this hour, secrets among it: in a backup, never in an export. */
export const passing = [
  'bind_tickets',
  'comment_tries',
  'gateway_notices',
  'leak_scans',
  'login_failures',
  'notice_deliveries',
  'notice_wechat_tickets',
  'oauth_states',
  'outbox_messages',
  'payment_starts',
  'post_locks',
  'reader_marks',
  'redeem_failures',
  'search_outbox',
  'secrets',
  'sessions',
  'spent_proofs',
  'staff_invitations',
  'transfers',
  'verification_codes',
] as const;

/** Figures that time alone changes: copied, and not compared. */
export const moving: ReadonlySet<string> = new Set(['post_view_periods', 'post_view_watermarks']);

/** What a site has before anybody has done anything; `upTo` is the last id that came with it. */
export const givenRows: Readonly<Record<string, { upTo?: number }>> = {
  collection_totals: {},
  columns: { upTo: 3 },
  milestones: {},
  post_totals: {},
  post_view_watermarks: {},
  roles: {},
};

/** What people call a table in messages; others go by their names. */
export const tableNames: Readonly<Record<string, string>> = {
  adverts: '广告',
  agreements: '协议',
  announcements: '公告',
  audit_entries: '操作日志',
  authors: '作者',
  columns: '栏目',
  coupons: '优惠券',
  feed_sources: '采集源',
  media_items: '素材',
  members: '会员',
  orders: '订单',
  plans: '套餐',
  posts: '内容',
  sensitive_words: '敏感词',
  site_settings: '站点设置',
  stocks: '股票',
};
