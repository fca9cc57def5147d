import type { CollectRecord, HistoryRecord } from '#features/collections/schema.ts';
import type { Profile } from '#features/identity/account/schema.ts';
import type { OrderDetail } from '#features/orders/schema.ts';
import type { WriterProfile } from '#features/references/schema.ts';
import { fixedBlockKinds } from '#shared/home-blocks.ts';
import { answer } from './api.ts';
import { logIn } from './open-site.ts';

/** A page of a list as the API returns it. */
export const pageOf = <R>(records: R[]) => ({
  records,
  total: records.length,
  size: 20,
  current: 1,
  pages: 1,
  cursor: null,
});

/** A published article as lists return it. */
export const postRecord = (id: string, title: string): HistoryRecord['record'] => ({
  id,
  kind: 'article',
  title,
  breaks: title,
  summary: '',
  cover: null,
  columnId: '101',
  columnName: '宏观手记',
  authorId: '1',
  authorName: '沈观潮',
  authors: [{ id: '1', name: '沈观潮' }],
  access: 'public',
  price: null,
  locked: false,
  important: false,
  tags: [],
  stockCodes: [],
  stocks: [],
  publishedAt: '2026-11-20T08:00:00+08:00',
  views: 0,
  comments: 0,
  collected: false,
  wordCount: 100,
});

/** The same article as a member's collected post. */
export const collectRecord = (id: string, title: string, isWithdrawn = false): CollectRecord => ({
  id: `collect-${id}`,
  collectedAt: '2026-11-20T09:00:00+08:00',
  record: isWithdrawn ? null : postRecord(id, title),
  title,
  isWithdrawn,
});

/** Logs a member in and answers the personal centre's calls. */
export function logInWithProfile(changes: Partial<Profile> = {}): Profile {
  const { id, mobile, name } = logIn();
  const profile: Profile = {
    id,
    name,
    mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    email: null,
    avatar: null,
    vipUntil: null,
    menuIds: [],
    roleNames: [],
    hasPassword: true,
    wechat: null,
    hasTotp: false,
    deletionDueAt: null,
    createdAt: '2026-11-20T08:00:00+08:00',
    ...changes,
  };
  answer('GET /member/profile', profile);
  answer('GET /reception/loginOptions', {
    sms: true,
    wechat: true,
    wechatInside: false,
    mail: false,
    outbox: true,
  });
  return profile;
}

/** A member who writes references under a pen name. */
export const writerProfile: WriterProfile = {
  authorId: '9',
  name: '听潮人',
  title: '',
  bio: '',
  avatar: null,
  qualification: '',
  institution: '',
  qualificationState: 'none',
  qualificationNote: '',
};

/** Answers the calls of the home page, with nothing to show. */
export function answerHome(): void {
  answer(
    'GET /reception/homeBlocks',
    fixedBlockKinds.map((kind) => ({ kind })),
  );
  answer('POST /reception/getAdList', []);
  answer('GET /reception/getPinned', []);
  answer('GET /reception/article/newAllArticleList', []);
  answer('GET /news/reception/getGlobalNewsList', pageOf([]));
  answer('GET /reception/article/researchCharts', []);
  answer('GET /reception/article/newNoVIPArticleList', []);
  answer('GET /reception/article/newResearchArticleList', []);
  answer('GET /reception/article/newArticleList', []);
  answer('GET /reception/getOneInternalReferenceList', pageOf([]));
  answer('GET /reception/author/getHotAuthorList', []);
  answer('GET /reception/contest/front', { season: null, records: [] });
  answer('GET /reception/homeQuotes', []);
  answer('GET /reception/economicEvents', []);
}

/** A member's order of a VIP plan that is not paid yet. */
export const pendingOrder: OrderDetail = {
  id: '7',
  number: 'G7',
  kind: 'vip',
  shelf: 'subscription',
  thing: 'plan:3',
  title: 'VIP 会员 · 包月',
  isGift: false,
  listPrice: 4800,
  isVipPrice: false,
  discount: 0,
  amount: 4800,
  refundedAmount: 0,
  state: 'pending',
  closeReason: null,
  gateway: 'wechat',
  createdAt: '2026-11-20T08:00:00+08:00',
  expiresAt: '2026-11-20T08:30:00+08:00',
  secondsLeft: 1500,
  paidAt: null,
  months: 1,
  days: null,
  endsAt: null,
  post: null,
  columnId: null,
  planId: '3',
  refunds: [],
  invoice: null,
  gift: null,
  canPay: true,
  canCancel: true,
  canInvoice: false,
  refundable: { isAllowed: false, amount: 0, why: '' },
};
