import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addMember } from '#features/identity/index.ts';
import { openPortal, type Portal } from '../portal.ts';
import { openSessions } from '../sessions.ts';
import { type Buyer, dataOf, openShop, openTill, type Reply } from '../shop.ts';
import { type BuyParts, buy, untilReturned } from './buy.ts';
import { askStubbornly, findPostmaster, killTree, openGateway, type Server, startServer } from './server.ts';

type Parts = BuyParts & {
  portal: Portal;
  server: Server;
  staff: string;
  books: Books;
  /** Whether writers go on. */
  isOpen(): boolean;
};

/** What was answered with success, and so has to be there; each kind is compared with the database at the end. */
type Books = {
  /** The last mark that was saved, by draft. */
  drafts: Map<string, { saved: number; sent: number; count: number }>;
  comments: { body: string; isAcknowledged: boolean }[];
  collects: { memberId: string; postId: string }[];
  follows: { memberId: string; authorId: string }[];
  readings: { memberId: string; postId: string; isAcknowledged: boolean }[];
  published: { id: string; title: string }[];
  bought: string[];
  lost: string[];
};

const victims = ['web', 'web', 'worker', 'supervisor', 'all'] as const;
const buyers = 400;
const patienceMs = 120_000;

/**
 * Kills a process of the portal `kills` times with SIGKILL, each tenth time the database with all of them, while drafts are
 * saved, posts published, comments, favourites, follows and readings written, and orders paid. Every write that was
 * acknowledged has to be there afterwards, once, and every post that was published be found by search.
 * @returns whether it was
 */
export async function killUnderWrites(kills: number, log: (line: string) => void): Promise<boolean> {
  log('bringing up a database …');
  const portal = await openPortal({ hasDemo: true, settings: { LOG_LEVEL: 'silent' }, log: () => {} });
  try {
    const shop = await openShop(portal, { buyers, pieces: 40 });
    const staff = await openStaff(portal);
    const gateway = await openGateway(portal);
    const server = await startServer(portal, gateway.origin, {
      COMMENT_MODERATION: 'post',
      WEB_PROCESSES: '2',
    });
    const till = openTill(server.port, portal.config);
    let isOpen = true;
    const books: Books = {
      drafts: new Map(),
      comments: [],
      collects: [],
      follows: [],
      readings: [],
      published: [],
      bought: [],
      lost: [],
    };
    const parts: Parts = { portal, shop, gateway, server, till, staff, books, isOpen: () => isOpen };
    try {
      const writing = Promise.all(startWriters(parts));
      log(`${kills} kills while members and staff write …`);
      for (let kill = 1; kill <= kills; kill += 1) {
        await pause(300 + randomInt(1500));
        const victim = kill % 10 === 0 ? 'database' : (victims[randomInt(victims.length)] ?? 'web');
        await killOne(parts, victim);
        log(`  kill -9 no. ${kill}: ${victim}; ${countAcknowledged(books)} writes acknowledged so far`);
      }
      await pause(1000);
      isOpen = false;
      await writing;
      await untilReturned(portal, Date.now() + patienceMs);
      return await compare(parts, kills, log);
    } finally {
      till.close();
      server.kill();
      await gateway.stop();
    }
  } finally {
    await portal.close();
  }
}

async function openStaff(portal: Portal): Promise<string> {
  const memberId = await addMember(portal.ctx, {
    mobile: '19700000001',
    password: 'correct horse',
    role: 'admin',
  });
  const token = 'bench-staff';
  await openSessions(portal, [{ memberId, token }]);
  return token;
}

async function killOne({ portal, server, till }: Parts, victim: (typeof victims)[number] | 'database') {
  if (victim === 'web' || victim === 'worker') {
    const running = server.processes(victim);
    const pid = running[randomInt(Math.max(1, running.length))];
    if (pid) process.kill(pid, 'SIGKILL');
  } else if (victim === 'supervisor') {
    const pid = server.supervisor();
    process.kill(pid, 'SIGKILL');
    // Its children end by themselves; the port is theirs until then.
    while (isRunningGroup(pid)) await pause(20);
    await server.start();
  } else {
    const postmaster = victim === 'database' ? await findPostmaster(portal) : null;
    server.kill();
    if (postmaster) killTree(postmaster);
    await askStubbornly(portal, 'select 1');
    await server.start();
  }
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const reply = await till.ask('GET', '/reception/isLogin', 'nobody').catch(() => null);
    if (reply?.status === 200) return;
    // Killed while it starts, a process ends the start: whoever runs the portal (systemd, Docker) starts it again.
    if (!server.isRunning()) await server.start();
    if (Date.now() > deadline) throw new Error('the portal does not come back');
    await pause(50);
  }
}

function isRunningGroup(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

const startWriters = (parts: Parts): Promise<void>[] => [
  ...Array.from({ length: 4 }, () => saveDrafts(parts)),
  ...Array.from({ length: 2 }, () => publishPosts(parts)),
  ...Array.from({ length: 4 }, (_, at) => forMembers(parts, at * 97, comment)),
  ...Array.from({ length: 3 }, (_, at) => forMembers(parts, at * 131, collect)),
  ...Array.from({ length: 3 }, (_, at) => forMembers(parts, at * 71, follow)),
  ...Array.from({ length: 3 }, (_, at) => forMembers(parts, at * 53, read)),
  buyThings(parts),
];

/** One answer below 500, or null when there was none: whether the write was made is then not known. */
async function attempt(
  { till }: Parts,
  method: 'GET' | 'POST',
  path: string,
  token: string,
  body?: object,
): Promise<Reply | null> {
  const reply = await till.ask(method, path, token, body).catch(() => null);
  if (reply && reply.status < 500) return reply;
  await pause(100);
  return null;
}

/** The same until there is an answer. */
async function insist(
  parts: Parts,
  method: 'GET' | 'POST',
  path: string,
  token: string,
  body?: object,
): Promise<Reply> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const reply = await attempt(parts, method, path, token, body);
    if (reply) return reply;
    if (Date.now() > deadline) throw new Error(`${path} is not answered`);
  }
}

type Draft = { version: number; content: Record<string, unknown> };

async function newDraft(parts: Parts, title: string): Promise<{ id: string } & Draft> {
  const { staff } = parts;
  const { id } = dataOf<{ id: string }>(
    await insist(parts, 'POST', '/admin/post/create', staff, { columnId: '2', title }),
  );
  const draft = dataOf<Draft>(await insist(parts, 'GET', `/admin/post/detail?id=${id}`, staff));
  const [author] = dataOf<{ id: string }[]>(await insist(parts, 'GET', '/admin/post/authors', staff));
  return { id, version: draft.version, content: { ...draft.content, authorId: author?.id } };
}

async function saveDrafts(parts: Parts): Promise<void> {
  const { staff, books } = parts;
  const { id, content, version: first } = await newDraft(parts, `草稿 ${randomBytes(4).toString('hex')}`);
  const entry = { saved: 0, sent: 0, count: 0 };
  books.drafts.set(id, entry);
  let base = first;
  while (parts.isOpen()) {
    entry.sent += 1;
    const html = `<p>第[${entry.sent}]稿。</p>`;
    const body = { id, base, content: { ...content, html } };
    const reply = await attempt(parts, 'POST', '/admin/post/save', staff, body);
    if (reply?.status === 200) {
      base = dataOf<{ version: number }>(reply).version;
      entry.saved = entry.sent;
      entry.count += 1;
      continue;
    }
    const now = dataOf<Draft>(await insist(parts, 'GET', `/admin/post/detail?id=${id}`, staff));
    const shown = markOf(String(now.content.html));
    if (shown !== entry.saved && shown !== entry.sent)
      books.lost.push(`draft ${id} shows ${shown} after ${entry.saved} was saved`);
    entry.saved = shown;
    base = now.version;
  }
}

const markOf = (html: string): number => Number(/第\[(\d+)\]稿/.exec(html)?.[1] ?? 0);

async function publishPosts(parts: Parts): Promise<void> {
  const { staff, books } = parts;
  while (parts.isOpen()) {
    const title = `长夜${randomBytes(6).toString('hex')}`;
    const { id, version, content } = await newDraft(parts, title);
    const html = `<p>${title}的正文。</p>`;
    const saved = await attempt(parts, 'POST', '/admin/post/save', staff, {
      id,
      base: version,
      content: { ...content, title, html },
    });
    // Whether a save without an answer was made does not matter: the next post is another one.
    if (saved?.status !== 200) continue;
    const base = dataOf<{ version: number }>(saved).version;
    const reply = await attempt(parts, 'POST', '/admin/post/publish', staff, { id, base });
    if (reply?.status === 200) books.published.push({ id, title });
    await pause(100);
  }
}

type Deed = (parts: Parts, member: Buyer, turn: number) => Promise<void>;

async function forMembers(parts: Parts, from: number, deed: Deed): Promise<void> {
  for (let turn = 0; parts.isOpen(); turn += 1) {
    const member = parts.shop.buyers[(from + turn) % parts.shop.buyers.length];
    if (member) await deed(parts, member, turn);
    await pause(5);
  }
}

const pieceAt = ({ shop }: Parts, at: number): string => shop.pieces[at % shop.pieces.length] ?? '';

/** Said again when there was no answer, as people do: the same words twice are refused, not written. */
const comment: Deed = async (parts, { token }, turn) => {
  const body = `评论 ${randomBytes(6).toString('hex')}`;
  const postId = await openPiece(parts, turn);
  const entry = { body, isAcknowledged: false };
  parts.books.comments.push(entry);
  for (let tries = 0; tries < 200; tries += 1) {
    const reply = await attempt(parts, 'POST', '/member/addComment', token, { postId, body });
    if (!reply) continue;
    entry.isAcknowledged = reply.status === 200 || (tries > 0 && reply.status === 409);
    return;
  }
};

/** A post of the demo edition that everybody may comment on. */
let openPieces: string[] | null = null;
async function openPiece({ portal }: Parts, turn: number): Promise<string> {
  openPieces ??= (
    await askStubbornly<{ id: string }>(
      portal,
      `select id::text from posts where state = 'published' and access = 'public' and kind = 'article' order by id limit 20`,
    )
  ).map(({ id }) => id);
  return openPieces[turn % openPieces.length] ?? '';
}

const collect: Deed = async (parts, { memberId, token }, turn) => {
  const postId = pieceAt(parts, turn * 7 + Math.floor(turn / buyers));
  const reply = await insist(parts, 'POST', `/member/addArticleCollect?articleId=${postId}`, token);
  if (reply.status === 200) parts.books.collects.push({ memberId, postId });
};

const follow: Deed = async (parts, { memberId, token }, turn) => {
  const authors = dataOf<{ id: string }[]>(await insist(parts, 'GET', '/admin/post/authors', parts.staff));
  const authorId = authors[turn % authors.length]?.id ?? '';
  const reply = await insist(parts, 'POST', `/member/addFollow?authorId=${authorId}`, token);
  if (reply.status === 200) parts.books.follows.push({ memberId, authorId });
};

/** Each reading counts a view and is in the member's history, where they go on. */
const read: Deed = async (parts, { memberId, token }, turn) => {
  const postId = pieceAt(parts, turn);
  const entry = { memberId, postId, isAcknowledged: false };
  parts.books.readings.push(entry);
  const reply = await attempt(parts, 'GET', `/reception/article/addViewTimes?id=${postId}`, token);
  entry.isAcknowledged = reply?.status === 200;
};

async function buyThings(parts: Parts): Promise<void> {
  for (const [place, buyer] of parts.shop.buyers.entries()) {
    if (!parts.isOpen()) return;
    await buy(parts, buyer, place, Date.now() + patienceMs);
    parts.books.bought.push(buyer.memberId);
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

const countAcknowledged = (books: Books): number =>
  sum([...books.drafts.values()].map(({ count }) => count)) +
  books.comments.filter(({ isAcknowledged }) => isAcknowledged).length +
  books.readings.filter(({ isAcknowledged }) => isAcknowledged).length +
  books.collects.length +
  books.follows.length +
  books.published.length +
  books.bought.length;

type Line = { what: string; acknowledged: number; lost: number; doubled: number };

/** What was acknowledged against what is in the database. */
async function compare(parts: Parts, kills: number, log: (line: string) => void): Promise<boolean> {
  const lines = [
    await compareDrafts(parts),
    await comparePublished(parts),
    await compareComments(parts),
    await comparePairs(parts, 'favourites', parts.books.collects, 'collects', 'post_id'),
    await comparePairs(parts, 'follows', parts.books.follows, 'follows', 'author_id'),
    await compareReadings(parts),
    await compareViews(parts),
    await compareOrders(parts),
  ];
  log('');
  for (const { what, acknowledged, lost, doubled } of lines)
    log(
      `${lost + doubled === 0 ? '✓' : '✗'} ${what.padEnd(28)} ${String(acknowledged).padStart(6)} acknowledged, ${lost} lost, ${doubled} doubled`,
    );
  const lost = sum(lines.map((line) => line.lost));
  const doubled = sum(lines.map((line) => line.doubled));
  log(
    `\n${kills} kills, ${countAcknowledged(parts.books)} acknowledged writes, ${lost} lost, ${doubled} doubled`,
  );
  return lost + doubled === 0;
}

async function compareDrafts(parts: Parts): Promise<Line> {
  const { books, staff } = parts;
  let lost = books.lost.length;
  for (const [id, { saved }] of books.drafts) {
    const { content } = dataOf<Draft>(await insist(parts, 'GET', `/admin/post/detail?id=${id}`, staff));
    if (markOf(String(content.html)) < saved) lost += 1;
  }
  const acknowledged = sum([...books.drafts.values()].map(({ count }) => count));
  return { what: 'drafts saved', acknowledged, lost, doubled: 0 };
}

/** The index follows the database: what was published is found, once, though the worker was killed meanwhile. */
async function comparePublished(parts: Parts): Promise<Line> {
  const { books, portal } = parts;
  const deadline = Date.now() + patienceMs;
  let lost = 0;
  let doubled = 0;
  for (const { id, title } of books.published) {
    let found: string[] = [];
    for (;;) {
      const reply = await insist(parts, 'GET', `/reception/globalSearch?keyword=${title}&size=50`, 'nobody');
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
    [books.published.map(({ id }) => id)],
  );
  lost = Math.max(lost, books.published.length - count);
  return { what: 'posts published and found', acknowledged: books.published.length, lost, doubled };
}

async function compareComments({ books, portal }: Parts): Promise<Line> {
  const rows = await portal.query<{ body: string; count: number }>(
    `select body, count(*)::int count from comments where body = any($1) group by body`,
    [books.comments.map(({ body }) => body)],
  );
  const counts = new Map(rows.map(({ body, count }) => [body, count]));
  const acknowledged = books.comments.filter(({ isAcknowledged }) => isAcknowledged);
  return {
    what: 'comments',
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ body }) => !counts.has(body)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
  };
}

async function comparePairs(
  { portal }: Parts,
  what: string,
  entries: readonly { memberId: string; postId?: string; authorId?: string }[],
  table: 'collects' | 'follows' | 'reading_history',
  column: 'post_id' | 'author_id',
): Promise<Line> {
  const rows = await portal.query<{ pair: string; count: number }>(
    `select member_id || ' ' || ${column} pair, count(*)::int count from ${table} group by 1`,
  );
  const counts = new Map(rows.map(({ pair, count }) => [pair, count]));
  const lost = entries.filter((one) => !counts.has(`${one.memberId} ${one.postId ?? one.authorId}`)).length;
  return { what, acknowledged: entries.length, lost, doubled: rows.filter(({ count }) => count > 1).length };
}

const compareReadings = (parts: Parts): Promise<Line> =>
  comparePairs(
    parts,
    'readings in histories',
    parts.books.readings.filter(({ isAcknowledged }) => isAcknowledged),
    'reading_history',
    'post_id',
  );

/** A member counts once for a post. A view without an answer may have been counted or not. */
async function compareViews({ books, portal }: Parts): Promise<Line> {
  const readers = (readings: Books['readings']) =>
    new Set(readings.map(({ memberId, postId }) => `${memberId} ${postId}`)).size;
  const acknowledged = readers(books.readings.filter(({ isAcknowledged }) => isAcknowledged));
  const [{ count = 0 } = {}] = await portal.query<{ count: number }>(
    `select coalesce(sum(views), 0)::int count from post_counters where post_id = any($1::bigint[])`,
    [[...new Set(books.readings.map(({ postId }) => postId))]],
  );
  return {
    what: 'views counted',
    acknowledged,
    lost: Math.max(0, acknowledged - count),
    doubled: Math.max(0, count - readers(books.readings)),
  };
}

async function compareOrders({ books, portal, gateway }: Parts): Promise<Line> {
  const rows = await portal.query<{ member: string; orders: number; grants: number; sales: number }>(
    `select o.member_id::text member, count(distinct o.id)::int orders, count(distinct g.id)::int grants,
       count(distinct t.id)::int sales
     from orders o left join grants g on g.source = 'order:' || o.id
       left join ledger_transactions t on t.order_id = o.id and t.kind = 'sale'
     where o.state = 'paid' group by 1`,
  );
  const byMember = new Map(rows.map((row) => [row.member, row]));
  const payments = await portal.query<{ number: string }>(
    `select trade_number number from payments where state = 'succeeded'`,
  );
  const known = new Set(payments.map(({ number }) => number));
  const paid = gateway.book.trades().filter(({ state }) => state === 'SUCCESS');
  const isWhole = (row: { orders: number; grants: number; sales: number } | undefined) =>
    row !== undefined && row.orders >= 1 && row.grants >= 1 && row.sales >= 1;
  return {
    what: 'orders paid and granted',
    acknowledged: books.bought.length,
    lost:
      books.bought.filter((memberId) => !isWhole(byMember.get(memberId))).length +
      paid.filter(({ number }) => !known.has(number)).length,
    doubled: rows.filter(({ orders, grants, sales }) => orders > 1 || grants > 1 || sales > 1).length,
  };
}
