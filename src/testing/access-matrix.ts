import { defineColumns } from '#features/columns/index.ts';
import { giveVip } from '#features/entitlements/index.ts';
import { readGiftCode } from '#features/memberships/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { addPiece, logIn } from './builders.ts';
import type { Portal } from './portal.ts';
import { addPlan, asMember, orderFor, payOrderOf, refundAll } from './sales.ts';

/*
 * Who may read what (PRODUCT §3), as a table: pieces of every access in columns of every kind, each with an open and a
 * locked sentence of its own, and a person in every state that sales and blocks can bring about.
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

// Han alone: the body gets hair spaces between Han and Latin, and a sentence in pieces would be missed.
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
export const published = levels.slice(0, 6);

/** Words that stand in every open part, and in every locked one, and nowhere else. */
export const openWord = '可见';
export const lockedWord = '机密';
export const open = (level: Level) => `开放语句${names[level]}${openWord}`;
export const locked = (level: Level) => `${lockedWord}语句${names[level]}勿泄`;

/** Column 1 is for members, 3 for VIP, both behind a log-in; 5 is for VIP and its view opens to everybody; 6 holds references. */
export const columns = [
  { kind: 'news', columnId: '1', inherits: 'member' },
  { kind: 'article', columnId: '3', inherits: 'vip' },
  { kind: 'article', columnId: '5', inherits: 'vip' },
  { kind: 'reference', columnId: '6', inherits: 'vip' },
] as const;

export type Piece = {
  id: string;
  level: Level;
  kind: 'article' | 'news' | 'reference';
  columnId: string;
  /** What an inherited access is. */
  inherits: 'member' | 'vip';
};

/** The call that reads a piece of a kind. */
export const selecting: Readonly<Record<Piece['kind'], string>> = {
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
  /** Bought everything, and had all money back. */
  'refunded',
  'subscriber',
  /** The subscriptions ended a second ago. */
  'columnsEnded',
  /** The subscriptions end at `endsAt`. */
  'columnsEnding',
  /** Redeemed what somebody else bought as gifts. */
  'giftee',
  'author',
  'staff',
] as const;
export type Person = (typeof people)[number];

export type Part = 'all' | 'teaser' | 'notice' | 'nothing';

/** What somebody may read by their log-in and VIP alone. */
type Standing = 'none' | 'member' | 'vip';
type Rights = { standing: Standing; bought?: boolean; subscribes?: boolean; isOfTheHouse?: boolean };

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
  author: { standing: 'member', isOfTheHouse: true },
  staff: { standing: 'member', isOfTheHouse: true },
};

const openTo: Record<Standing, Level[]> = {
  none: ['public'],
  member: ['public', 'member'],
  vip: ['public', 'member', 'vip', 'vipFree'],
};
const forSale: Level[] = ['paid', 'vipFree', 'withdrawn'];

/** Whether the access alone opens a piece to somebody. */
function opensByAccess(person: Person, { level, inherits }: Piece): boolean {
  const { standing } = rights[person];
  return openTo[standing].includes(level === 'inherited' ? inherits : level);
}

/** Whether search looks for somebody into the locked part: never of what is for sale, and for staff as for a VIP. */
export const isSearchedWhole = (person: Person, piece: Piece): boolean =>
  published.includes(piece.level) &&
  !forSale.includes(piece.level) &&
  opensByAccess(person === 'staff' ? 'vip' : person, piece);

/** The table: what somebody reads of a piece. */
export function partOf(person: Person, piece: Piece): Part {
  const { bought, subscribes, isOfTheHouse } = rights[person];
  if (isOfTheHouse) return 'all';
  const holds = subscribes || (bought && forSale.includes(piece.level));
  if (piece.level === 'withdrawn') return holds ? 'notice' : 'nothing';
  if (!published.includes(piece.level)) return 'nothing';
  return holds || opensByAccess(person, piece) ? 'all' : 'teaser';
}

export type Matrix = {
  pieces: Piece[];
  /** Without one for the visitor. */
  tokens: Partial<Record<Person, string>>;
  /** The millisecond in which VIP and columns of those that end are over. */
  endsAt: number;
};

const author = '著者';
const vipDays = 30;

/** Plants the pieces, and lets the people buy, subscribe, redeem and lose what makes them who they are. */
export async function plantMatrix(portal: Portal): Promise<Matrix> {
  const { ctx } = portal;
  await defineColumns(ctx, [
    { id: '5', columnName: '门外可进', access: 'vip', loginAuth: 0 },
    { id: '6', columnName: '内参', kind: 'reference', access: 'vip', loginAuth: 1 },
  ]);
  const pieces: Piece[] = [];
  for (const { kind, columnId, inherits } of columns)
    for (const level of levels)
      pieces.push({ kind, columnId, inherits, level, id: await plant(portal, level, columnId) });
  // Pinned, too, wherever a piece can be.
  const pins = [null, '1', '3'].flatMap((column_id) => pieces.map(({ id }) => ({ post_id: id, column_id })));
  await ctx.db.insertInto('pins').values(pins).execute();

  const endsAt = Date.now() + 20 * 60_000;
  const tokens = await settle(portal, pieces, endsAt);
  for (const { id, level } of pieces) if (level === 'withdrawn') await withdrawPost(ctx, id);
  return { pieces, tokens, endsAt };
}

async function plant(portal: Portal, level: Level, columnId: string): Promise<string> {
  const body = `<p>${open(level)}。</p><h2>小节</h2><!--paywall--><p>${locked(level)}。</p><p><img src="/files/x.png" alt="${locked(level)}"></p>`;
  const isOut = level !== 'draft' && level !== 'scheduled';
  return addPiece(portal, {
    author,
    columnId,
    body,
    tags: ['植入'],
    stockCodes: ['697012'],
    access: accessOf(level),
    ...(forSale.includes(level) ? { price: 100, vipFree: level === 'vipFree' } : {}),
    state: isOut ? 'published' : level,
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

async function settle(portal: Portal, pieces: readonly Piece[], endsAt: number) {
  const { ctx } = portal;
  const tokens: Partial<Record<Person, string>> = {};
  const join = async (person: Person, role?: string): Promise<string> => {
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
  const sold = pieces.filter(({ level }) => forSale.includes(level)).map(({ id }) => `post:${id}`);
  const plan = { months: null, days: vipDays };
  const vip = `plan:${await addPlan(portal, plan)}`;
  const subscriptions: string[] = [];
  for (const { columnId } of columns)
    subscriptions.push(`plan:${await addPlan(portal, { ...plan, scope: 'column', column_id: columnId })}`);
  const startOf = (end: number) => end - vipDays * dayMs;

  await join('member');
  const blocked = await join('blocked');
  await giveVip(ctx, blocked, vipDays, 'test');
  await ctx.db.updateTable('members').set({ blocked_at: ctx.now() }).where('id', '=', blocked).execute();
  await buy(at(await join('vip')), vip);
  await buy(at(await join('vipEnded'), startOf(Date.now() - 1000)), vip);
  await buy(at(await join('vipEnding'), startOf(endsAt)), vip);
  for (const [person, ms] of [
    ['subscriber', Date.now()],
    ['columnsEnded', startOf(Date.now() - 1000)],
    ['columnsEnding', startOf(endsAt)],
  ] as const) {
    const subscriber = at(await join(person), ms);
    for (const thing of subscriptions) await buy(subscriber, thing);
  }
  const buyer = at(await join('buyer'));
  const giver = at((await logIn(portal)).memberId);
  const refunded = at(await join('refunded'));
  await join('giftee');
  for (const thing of sold) {
    await buy(buyer, thing);
    const code = await readGiftCode(giver, await buy(giver, thing, true));
    const { status } = await portal.ask('POST /member/redeemCode', {
      token: tokens.giftee ?? '',
      body: { code },
    });
    if (status !== 200) throw new Error(`a gift was not redeemed: ${status}`);
  }
  for (const thing of [...sold, vip, ...subscriptions]) await refundAll(refunded, await buy(refunded, thing));
  const memberId = await join('author');
  await ctx.db.updateTable('authors').set({ member_id: memberId }).where('name', '=', author).execute();
  await join('staff', 'editor');
  return tokens;
}
