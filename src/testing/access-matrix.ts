import { defineColumns } from '#features/columns/index.ts';
import { giveVip } from '#features/entitlements/index.ts';
import { readGiftCode } from '#features/memberships/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import type { Portal } from './portal.ts';
import { addPost, logIn } from './posts-and-members.ts';
import { addPlan, asMember, orderFor, payOrderOf, refundAll } from './sales.ts';

/*
 * The access rules of docs/product.md §13 as a table: posts of every access level in columns of every kind, each with
 * an open and a locked sentence of its own, and a person in every state that purchases and blocks can produce.
 */

export type Level =
  | 'public'
  | 'member'
  | 'vip'
  | 'paid'
  | 'vipFree'
  | 'inherited'
  | 'draft'
  | 'scheduled'
  | 'withdrawn';

const names: Record<Level, string> = {
  public: '甲',
  member: '乙',
  vip: '丙',
  paid: '丁',
  vipFree: '戊',
  inherited: '己',
  draft: '庚',
  scheduled: '辛',
  withdrawn: '壬',
};
export const levels = Object.keys(names) as Level[];
export const publishedLevels = levels.slice(0, 6);

/** Words that occur in every open part, or in every locked part, and nowhere else. */
export const openWord = '可见';
export const lockedWord = '机密';
export const openSentence = (level: Level) => `开放语句${names[level]}${openWord}`;
export const lockedSentence = (level: Level) => `${lockedWord}语句${names[level]}勿泄`;

/**
 * Column 1 is for members and column 3 for VIP, both behind a log-in; column 5 is for VIP, but visitors may open its
 * page; column 6 holds references.
 */
export const columns = [
  { kind: 'news', columnId: '1', inherits: 'member' },
  { kind: 'article', columnId: '3', inherits: 'vip' },
  { kind: 'article', columnId: '5', inherits: 'vip' },
  { kind: 'reference', columnId: '6', inherits: 'vip' },
] as const;

export type MatrixPost = {
  id: string;
  level: Level;
  kind: 'article' | 'news' | 'reference';
  columnId: string;
  /** The access level that an inherited access resolves to. */
  inherits: 'member' | 'vip';
};

/** The call that reads a post of each kind. */
export const selectCalls: Readonly<Record<MatrixPost['kind'], string>> = {
  news: 'POST /news/reception/selectNews',
  article: 'POST /reception/article/selectArticle',
  reference: 'POST /reception/selectReference',
};

export const people = [
  'visitor',
  'blocked',
  'member',
  'vip',
  /** VIP ended a second ago. */
  'vipEnded',
  /** VIP ends at `endsAt`. */
  'vipEnding',
  'buyer',
  /** Bought everything and got all money refunded. */
  'refunded',
  'subscriber',
  /** The subscriptions ended a second ago. */
  'columnsEnded',
  /** The subscriptions end at `endsAt`. */
  'columnsEnding',
  /** Redeemed gifts that another member bought. */
  'giftee',
  'author',
  'staff',
] as const;
export type Person = (typeof people)[number];

export type Part = 'all' | 'teaser' | 'notice' | 'nothing';

/** What a person may read by log-in and VIP alone. */
type Standing = 'none' | 'member' | 'vip';
type Rights = { standing: Standing; bought?: boolean; subscribes?: boolean; isStaffOrAuthor?: boolean };

const rights: Record<Person, Rights> = {
  visitor: { standing: 'none' },
  blocked: { standing: 'none' },
  member: { standing: 'member' },
  vip: { standing: 'vip' },
  vipEnded: { standing: 'member' },
  vipEnding: { standing: 'vip' },
  buyer: { standing: 'member', bought: true },
  refunded: { standing: 'member' },
  subscriber: { standing: 'member', subscribes: true },
  columnsEnded: { standing: 'member' },
  columnsEnding: { standing: 'member', subscribes: true },
  giftee: { standing: 'member', bought: true },
  author: { standing: 'member', isStaffOrAuthor: true },
  staff: { standing: 'member', isStaffOrAuthor: true },
};

const levelsOpenTo: Record<Standing, Level[]> = {
  none: ['public'],
  member: ['public', 'member'],
  vip: ['public', 'member', 'vip', 'vipFree'],
};
const forSale: Level[] = ['paid', 'vipFree', 'withdrawn'];

/** Returns whether access and membership alone give a person the full post. */
function opensByAccess(person: Person, { level, inherits }: MatrixPost): boolean {
  const { standing } = rights[person];
  return levelsOpenTo[standing].includes(level === 'inherited' ? inherits : level);
}

/** Returns whether search also matches the locked part: never for posts on sale, and for staff as for VIP. */
export const isSearchedWhole = (person: Person, post: MatrixPost): boolean =>
  publishedLevels.includes(post.level) &&
  !forSale.includes(post.level) &&
  opensByAccess(person === 'staff' ? 'vip' : person, post);

/** The expected result: which part of a post a person reads. */
export function partOf(person: Person, post: MatrixPost): Part {
  const { bought, subscribes, isStaffOrAuthor } = rights[person];
  if (isStaffOrAuthor) return 'all';
  const holds = subscribes || (bought && forSale.includes(post.level));
  if (post.level === 'withdrawn') return holds ? 'notice' : 'nothing';
  if (!publishedLevels.includes(post.level)) return 'nothing';
  return holds || opensByAccess(person, post) ? 'all' : 'teaser';
}

export type Matrix = {
  posts: MatrixPost[];
  /** Without an entry for the visitor. */
  tokens: Partial<Record<Person, string>>;
  /** The time in ms at which the VIP membership and the columns of the `…Ending` people end. */
  endsAt: number;
};

const author = '著者';
const vipDays = 30;

/** Creates the posts and the people, with the purchases, subscriptions, redeemed codes and refunds that define them. */
export async function createAccessMatrix(portal: Portal): Promise<Matrix> {
  const { ctx } = portal;
  await defineColumns(ctx, [
    { id: '5', columnName: '门外可进', access: 'vip', loginAuth: 0 },
    { id: '6', columnName: '内参', kind: 'reference', access: 'vip', loginAuth: 1 },
  ]);
  const posts: MatrixPost[] = [];
  for (const { kind, columnId, inherits } of columns)
    for (const level of levels)
      posts.push({ kind, columnId, inherits, level, id: await addMatrixPost(portal, level, columnId) });
  // Also pinned, wherever a post can be pinned.
  const pins = [null, '1', '3'].flatMap((column_id) => posts.map(({ id }) => ({ post_id: id, column_id })));
  await ctx.db.insertInto('pins').values(pins).execute();

  const endsAt = Date.now() + 20 * 60_000;
  const tokens = await addPeople(portal, posts, endsAt);
  for (const { id, level } of posts) if (level === 'withdrawn') await withdrawPost(ctx, id);
  return { posts, tokens, endsAt };
}

async function addMatrixPost(portal: Portal, level: Level, columnId: string): Promise<string> {
  const body = `<p>${openSentence(level)}。</p><h2>小节</h2><!--paywall--><p>${lockedSentence(level)}。</p><p><img src="/files/x.png" alt="${lockedSentence(level)}"></p>`;
  const isPublished = level !== 'draft' && level !== 'scheduled';
  return addPost(portal, {
    author,
    columnId,
    body,
    tags: ['植入'],
    stockCodes: ['697012'],
    access: accessOf(level),
    ...(forSale.includes(level) ? { price: 100, vipFree: level === 'vipFree' } : {}),
    state: isPublished ? 'published' : level,
    ...(level === 'scheduled' ? { publishedAt: new Date(Date.now() + 3_600_000) } : {}),
  });
}

const accessOf = (level: Level) =>
  level === 'inherited'
    ? undefined
    : forSale.includes(level)
      ? 'paid'
      : level === 'member' || level === 'vip'
        ? level
        : 'public';

async function addPeople(portal: Portal, posts: readonly MatrixPost[], endsAt: number) {
  const { ctx } = portal;
  const tokens: Partial<Record<Person, string>> = {};
  const logInAs = async (person: Person, role?: string): Promise<string> => {
    const { token, memberId } = await logIn(portal, role === undefined ? {} : { role });
    tokens[person] = token;
    return memberId;
  };
  const at = (memberId: string, ms = Date.now()) => asMember(ctx, memberId, { now: () => new Date(ms) });
  const buy = async (buyer: Context, thing: string, isGift = false) => {
    const id = await orderFor(buyer, { thing, isGift });
    await payOrderOf(buyer, id);
    return id;
  };
  const sold = posts.filter(({ level }) => forSale.includes(level)).map(({ id }) => `post:${id}`);
  const plan = { months: null, days: vipDays };
  const vip = `plan:${await addPlan(portal, plan)}`;
  const subscriptions: string[] = [];
  for (const { columnId } of columns)
    subscriptions.push(`plan:${await addPlan(portal, { ...plan, scope: 'column', column_id: columnId })}`);
  const startOf = (end: number) => end - vipDays * dayMs;

  await logInAs('member');
  const blocked = await logInAs('blocked');
  await giveVip(ctx, blocked, vipDays, 'test');
  await ctx.db.updateTable('members').set({ blocked_at: ctx.now() }).where('id', '=', blocked).execute();
  await buy(at(await logInAs('vip')), vip);
  await buy(at(await logInAs('vipEnded'), startOf(Date.now() - 1000)), vip);
  await buy(at(await logInAs('vipEnding'), startOf(endsAt)), vip);
  for (const [person, ms] of [
    ['subscriber', Date.now()],
    ['columnsEnded', startOf(Date.now() - 1000)],
    ['columnsEnding', startOf(endsAt)],
  ] as const) {
    const subscriber = at(await logInAs(person), ms);
    for (const thing of subscriptions) await buy(subscriber, thing);
  }
  const buyer = at(await logInAs('buyer'));
  const giver = at((await logIn(portal)).memberId);
  const refunded = at(await logInAs('refunded'));
  await logInAs('giftee');
  for (const thing of sold) {
    await buy(buyer, thing);
    const code = await readGiftCode(giver, await buy(giver, thing, true));
    const { status } = await portal.call('POST /member/redeemCode', {
      token: tokens.giftee ?? '',
      body: { code },
    });
    if (status !== 200) throw new Error(`failed to redeem a gift: ${status}`);
  }
  for (const thing of [...sold, vip, ...subscriptions]) await refundAll(refunded, await buy(refunded, thing));
  const memberId = await logInAs('author');
  await ctx.db.updateTable('authors').set({ member_id: memberId }).where('name', '=', author).execute();
  await logInAs('staff', 'editor');
  return tokens;
}
