import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addMember } from '#features/identity/index.ts';
import type { Portal } from '../portal.ts';
import { openSessions } from '../sessions.ts';
import { type Buyer, dataOf, type Reply } from '../shop.ts';
import { type BuyParts, buy } from './buy.ts';
import { queryUntilUp } from './server.ts';

export type WriteParts = BuyParts & {
  portal: Portal;
  staff: string;
  expected: ExpectedWrites;
  /** Whether the writers should continue. */
  shouldWrite(): boolean;
};

/** The acknowledged writes, which must exist; at the end each kind is compared with the database. */
export type ExpectedWrites = {
  /** The last acknowledged version of each draft. */
  drafts: Map<string, { saved: number; sent: number; count: number }>;
  comments: { body: string; isAcknowledged: boolean }[];
  collects: { memberId: string; postId: string }[];
  follows: { memberId: string; authorId: string }[];
  reads: { memberId: string; postId: string; isAcknowledged: boolean }[];
  published: { id: string; title: string }[];
  bought: string[];
  lost: string[];
};

export const expectNoWrites = (): ExpectedWrites => ({
  drafts: new Map(),
  comments: [],
  collects: [],
  follows: [],
  reads: [],
  published: [],
  bought: [],
  lost: [],
});

/** Adds an administrator and returns the token of a session. */
export async function openStaff(portal: Portal): Promise<string> {
  const memberId = await addMember(portal.ctx, {
    mobile: '19700000001',
    password: 'correct horse',
    role: 'admin',
  });
  const token = 'bench-staff';
  await openSessions(portal, [{ memberId, token }]);
  return token;
}

const maxWaitMs = 120_000;

/** Members and staff write until they are told to stop. */
export const startWriters = (parts: WriteParts): Promise<void>[] => [
  ...Array.from({ length: 4 }, () => saveDrafts(parts)),
  ...Array.from({ length: 2 }, () => publishPosts(parts)),
  ...Array.from({ length: 4 }, (_, at) => repeatForMembers(parts, at * 97, addComment)),
  ...Array.from({ length: 3 }, (_, at) => repeatForMembers(parts, at * 131, collectPost)),
  ...Array.from({ length: 3 }, (_, at) => repeatForMembers(parts, at * 71, followAuthor)),
  ...Array.from({ length: 3 }, (_, at) => repeatForMembers(parts, at * 53, readPost)),
  buyPosts(parts),
];

/** Makes a call once. Returns null without an answer below 500: whether the write happened is then unknown. */
export async function tryCall(
  { client }: WriteParts,
  method: 'GET' | 'POST',
  path: string,
  token: string,
  body?: object,
): Promise<Reply | null> {
  const reply = await client.call(method, path, token, body).catch(() => null);
  if (reply && reply.status < 500) return reply;
  await pause(100);
  return null;
}

/** Makes a call until it is answered. */
async function callUntilAnswered(
  parts: WriteParts,
  method: 'GET' | 'POST',
  path: string,
  token: string,
  body?: object,
): Promise<Reply> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const reply = await tryCall(parts, method, path, token, body);
    if (reply) return reply;
    if (Date.now() > deadline) throw new Error(`no response to ${path}`);
  }
}

type Draft = { version: number; content: Record<string, unknown> };

export async function newDraft(parts: WriteParts, title: string): Promise<{ id: string } & Draft> {
  const { staff } = parts;
  const { id } = dataOf<{ id: string }>(
    await callUntilAnswered(parts, 'POST', '/admin/post/create', staff, { columnId: '2', title }),
  );
  const draft = dataOf<Draft>(await callUntilAnswered(parts, 'GET', `/admin/post/detail?id=${id}`, staff));
  const [author] = dataOf<{ id: string }[]>(
    await callUntilAnswered(parts, 'GET', '/admin/post/authors', staff),
  );
  return { id, version: draft.version, content: { ...draft.content, authorId: author?.id } };
}

async function saveDrafts(parts: WriteParts): Promise<void> {
  const { staff, expected } = parts;
  const { id, content, version: first } = await newDraft(parts, `草稿 ${randomBytes(4).toString('hex')}`);
  const entry = { saved: 0, sent: 0, count: 0 };
  expected.drafts.set(id, entry);
  let base = first;
  while (parts.shouldWrite()) {
    entry.sent += 1;
    const html = `<p>第[${entry.sent}]稿。</p>`;
    const body = { id, base, content: { ...content, html } };
    const reply = await tryCall(parts, 'POST', '/admin/post/save', staff, body);
    if (reply?.status === 200) {
      base = dataOf<{ version: number }>(reply).version;
      entry.saved = entry.sent;
      entry.count += 1;
      continue;
    }
    const now = dataOf<Draft>(await callUntilAnswered(parts, 'GET', `/admin/post/detail?id=${id}`, staff));
    const shown = revisionOf(String(now.content.html));
    if (shown !== entry.saved && shown !== entry.sent)
      expected.lost.push(`draft ${id} shows ${shown} after ${entry.saved} was saved`);
    entry.saved = shown;
    base = now.version;
  }
}

const revisionOf = (html: string): number => Number(/第\[(\d+)\]稿/.exec(html)?.[1] ?? 0);

async function publishPosts(parts: WriteParts): Promise<void> {
  const { staff, expected } = parts;
  while (parts.shouldWrite()) {
    const title = `长夜${randomBytes(6).toString('hex')}`;
    const { id, version, content } = await newDraft(parts, title);
    const html = `<p>${title}的正文。</p>`;
    const saved = await tryCall(parts, 'POST', '/admin/post/save', staff, {
      id,
      base: version,
      content: { ...content, title, html },
    });
    // Whether an unanswered save took effect does not matter: the next post is a new one.
    if (saved?.status !== 200) continue;
    const base = dataOf<{ version: number }>(saved).version;
    const reply = await tryCall(parts, 'POST', '/admin/post/publish', staff, { id, base });
    if (reply?.status === 200) expected.published.push({ id, title });
    await pause(100);
  }
}

type MemberAction = (parts: WriteParts, member: Buyer, turn: number) => Promise<void>;

async function repeatForMembers(parts: WriteParts, from: number, action: MemberAction): Promise<void> {
  for (let turn = 0; parts.shouldWrite(); turn += 1) {
    const member = parts.shop.buyers[(from + turn) % parts.shop.buyers.length];
    if (member) await action(parts, member, turn);
    await pause(5);
  }
}

const postIdAt = ({ shop }: WriteParts, at: number): string => shop.postIds[at % shop.postIds.length] ?? '';

/** Repeats the comment after a missing answer, as people do: an identical comment is refused, not written twice. */
const addComment: MemberAction = async (parts, { token }, turn) => {
  const body = `评论 ${randomBytes(6).toString('hex')}`;
  const postId = await findOpenPost(parts, turn);
  const entry = { body, isAcknowledged: false };
  parts.expected.comments.push(entry);
  for (let tries = 0; tries < 200; tries += 1) {
    const reply = await tryCall(parts, 'POST', '/member/addComment', token, { postId, body });
    if (!reply) continue;
    entry.isAcknowledged = reply.status === 200 || (tries > 0 && reply.status === 409);
    return;
  }
};

/** Posts of the demo edition that everyone may comment on. */
let openPostIds: string[] | null = null;
async function findOpenPost({ portal }: WriteParts, turn: number): Promise<string> {
  openPostIds ??= (
    await queryUntilUp<{ id: string }>(
      portal,
      `select id::text from posts where state = 'published' and access = 'public' and kind = 'article' order by id limit 20`,
    )
  ).map(({ id }) => id);
  return openPostIds[turn % openPostIds.length] ?? '';
}

const collectPost: MemberAction = async (parts, { memberId, token }, turn) => {
  const postId = postIdAt(parts, turn * 7 + Math.floor(turn / parts.shop.buyers.length));
  const reply = await callUntilAnswered(
    parts,
    'POST',
    `/member/addArticleCollect?articleId=${postId}`,
    token,
  );
  if (reply.status === 200) parts.expected.collects.push({ memberId, postId });
};

const followAuthor: MemberAction = async (parts, { memberId, token }, turn) => {
  const authors = dataOf<{ id: string }[]>(
    await callUntilAnswered(parts, 'GET', '/admin/post/authors', parts.staff),
  );
  const authorId = authors[turn % authors.length]?.id ?? '';
  const reply = await callUntilAnswered(parts, 'POST', `/member/addFollow?authorId=${authorId}`, token);
  if (reply.status === 200) parts.expected.follows.push({ memberId, authorId });
};

/** Each reading counts as a view and enters the member's history with a position. */
const readPost: MemberAction = async (parts, { memberId, token }, turn) => {
  const postId = postIdAt(parts, turn);
  const entry = { memberId, postId, isAcknowledged: false };
  parts.expected.reads.push(entry);
  const reply = await tryCall(parts, 'GET', `/reception/article/addViewTimes?id=${postId}`, token);
  entry.isAcknowledged = reply?.status === 200;
};

async function buyPosts(parts: WriteParts): Promise<void> {
  for (const [index, buyer] of parts.shop.buyers.entries()) {
    if (!parts.shouldWrite()) return;
    await buy(parts, buyer, index, Date.now() + maxWaitMs);
    parts.expected.bought.push(buyer.memberId);
  }
}

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

export const countAcknowledged = (expected: ExpectedWrites): number =>
  sum([...expected.drafts.values()].map(({ count }) => count)) +
  expected.comments.filter(({ isAcknowledged }) => isAcknowledged).length +
  expected.reads.filter(({ isAcknowledged }) => isAcknowledged).length +
  expected.collects.length +
  expected.follows.length +
  expected.published.length +
  expected.bought.length;

export type WriteLine = { what: string; acknowledged: number; lost: number; doubled: number };

/** Compares the acknowledged writes with the database. */
export const compareWrites = async (parts: WriteParts): Promise<WriteLine[]> => [
  await compareDrafts(parts),
  await comparePublished(parts),
  await compareComments(parts),
  await comparePairs(parts, 'favourites', parts.expected.collects, 'collects', 'post_id'),
  await comparePairs(parts, 'follows', parts.expected.follows, 'follows', 'author_id'),
  await compareReadings(parts),
  await compareViews(parts),
  await compareOrders(parts),
];

async function compareDrafts(parts: WriteParts): Promise<WriteLine> {
  const { expected, staff } = parts;
  let lost = expected.lost.length;
  for (const [id, { saved }] of expected.drafts) {
    const { content } = dataOf<Draft>(
      await callUntilAnswered(parts, 'GET', `/admin/post/detail?id=${id}`, staff),
    );
    if (revisionOf(String(content.html)) < saved) lost += 1;
  }
  const acknowledged = sum([...expected.drafts.values()].map(({ count }) => count));
  return { what: 'drafts saved', acknowledged, lost, doubled: 0 };
}

/** Checks that search finds every published post exactly once, although the worker was killed meanwhile. */
async function comparePublished(parts: WriteParts): Promise<WriteLine> {
  const { expected, portal } = parts;
  const deadline = Date.now() + maxWaitMs;
  let lost = 0;
  let doubled = 0;
  for (const { id, title } of expected.published) {
    let found: string[] = [];
    for (;;) {
      const reply = await callUntilAnswered(
        parts,
        'GET',
        `/reception/globalSearch?keyword=${title}&size=50`,
        'nobody',
      );
      const { records } = dataOf<{ records: { id: string; title: string }[] }>(reply);
      found = records.filter((one) => one.id === id).map((one) => one.id);
      if (found.length > 0 || Date.now() > deadline) break;
      await pause(200);
    }
    if (found.length === 0) lost += 1;
    if (found.length > 1) doubled += 1;
  }
  const [{ count = 0 } = {}] = await portal.query<{ count: number }>(
    `select count(*)::int count from posts where id = any($1::bigint[]) and state = 'published'`,
    [expected.published.map(({ id }) => id)],
  );
  lost = Math.max(lost, expected.published.length - count);
  return { what: 'posts published and found', acknowledged: expected.published.length, lost, doubled };
}

async function compareComments({ expected, portal }: WriteParts): Promise<WriteLine> {
  const rows = await portal.query<{ body: string; count: number }>(
    `select body, count(*)::int count from comments where body = any($1) group by body`,
    [expected.comments.map(({ body }) => body)],
  );
  const counts = new Map(rows.map(({ body, count }) => [body, count]));
  const acknowledged = expected.comments.filter(({ isAcknowledged }) => isAcknowledged);
  return {
    what: 'comments',
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ body }) => !counts.has(body)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
  };
}

async function comparePairs(
  { portal }: WriteParts,
  what: string,
  entries: readonly { memberId: string; postId?: string; authorId?: string }[],
  table: 'collects' | 'follows' | 'reading_history',
  column: 'post_id' | 'author_id',
): Promise<WriteLine> {
  const rows = await portal.query<{ pair: string; count: number }>(
    `select member_id || ' ' || ${column} pair, count(*)::int count from ${table} group by 1`,
  );
  const counts = new Map(rows.map(({ pair, count }) => [pair, count]));
  const lost = entries.filter((one) => !counts.has(`${one.memberId} ${one.postId ?? one.authorId}`)).length;
  return { what, acknowledged: entries.length, lost, doubled: rows.filter(({ count }) => count > 1).length };
}

const compareReadings = (parts: WriteParts): Promise<WriteLine> =>
  comparePairs(
    parts,
    'readings in histories',
    parts.expected.reads.filter(({ isAcknowledged }) => isAcknowledged),
    'reading_history',
    'post_id',
  );

/** A member counts once per post. A view without an answer may or may not have been counted. */
async function compareViews({ expected, portal }: WriteParts): Promise<WriteLine> {
  const readers = (reads: ExpectedWrites['reads']) =>
    new Set(reads.map(({ memberId, postId }) => `${memberId} ${postId}`)).size;
  const acknowledged = readers(expected.reads.filter(({ isAcknowledged }) => isAcknowledged));
  const [{ count = 0 } = {}] = await portal.query<{ count: number }>(
    `select coalesce(sum(views), 0)::int count from post_counters where post_id = any($1::bigint[])`,
    [[...new Set(expected.reads.map(({ postId }) => postId))]],
  );
  return {
    what: 'views counted',
    acknowledged,
    lost: Math.max(0, acknowledged - count),
    doubled: Math.max(0, count - readers(expected.reads)),
  };
}

async function compareOrders({ expected, portal, gateway, shop }: WriteParts): Promise<WriteLine> {
  const rows = await portal.query<{ member: string; orders: number; grants: number; sales: number }>(
    `select o.member_id::text member, count(distinct o.id)::int orders, count(distinct g.id)::int grants,
       count(distinct t.id)::int sales
     from orders o left join grants g on g.source = 'order:' || o.id
       left join ledger_transactions t on t.order_id = o.id and t.kind = 'sale'
     where o.state = 'paid' and o.post_id = any($1::bigint[]) group by 1`,
    [shop.postIds],
  );
  const byMember = new Map(rows.map((row) => [row.member, row]));
  const payments = await portal.query<{ number: string }>(
    `select trade_number number from payments where state = 'succeeded'`,
  );
  const known = new Set(payments.map(({ number }) => number));
  const paid = gateway.store.trades().filter(({ state }) => state === 'SUCCESS');
  const isFulfilled = (row: { orders: number; grants: number; sales: number } | undefined) =>
    row !== undefined && row.orders >= 1 && row.grants >= 1 && row.sales >= 1;
  return {
    what: 'orders paid and granted',
    acknowledged: expected.bought.length,
    lost:
      expected.bought.filter((memberId) => !isFulfilled(byMember.get(memberId))).length +
      paid.filter(({ number }) => !known.has(number)).length,
    doubled: rows.filter(({ orders, grants, sales }) => orders > 1 || grants > 1 || sales > 1).length,
  };
}
