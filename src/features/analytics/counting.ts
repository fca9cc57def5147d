import { createHash } from 'node:crypto';
import Bowser from 'bowser';
import type { MemberRegistered } from '#features/identity/events.ts';
import type { PostsViewed, PostView, Visit } from '#features/posts/events.ts';
import { loadReaderHasher, recordUniqueReaders, type UniqueReader } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { provinceOf } from '#kernel/province.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import type { OriginCount } from './queries.ts';
import * as queries from './queries.ts';
import type { OriginKind } from './schema.ts';

type PendingFigures = {
  /** Views of posts, by Shanghai day. */
  views: Map<string, Map<string, number>>;
  readers: Map<string, PostView[]>;
  words: Map<string, Map<string, PendingWord>>;
};

/** `searchers` are those who found something: members, or else addresses of visitors. Only hashes of them are stored. */
type PendingWord = { searches: number; empty: number; searchers: Map<string, Searcher> };
type Searcher = { memberId: string | null; address: string };

// Bounds memory if a flood of invented words or addresses arrives between two flushes.
const maxWords = 1000;
const maxReaders = 50_000;
const maxSearchersPerWord = 100;

/**
 * Figures since the last flush, by tenant. Views are acknowledged before the flush: a process that dies, or a flush that
 * fails, loses about a second of figures, but no view (the posts' own counts are written before).
 */
const pending = perTenant(() => ({ figures: emptyFigures() }));
const emptyFigures = (): PendingFigures => ({ views: new Map(), readers: new Map(), words: new Map() });

/** Collects views and their readers; `flushFigures` writes them. Handles `posts.viewed`. */
export async function onPostsViewed(ctx: Context, _: Trx, { views, at }: PostsViewed): Promise<void> {
  const day = dayOf(at);
  const { views: counts, readers } = pendingOf(ctx);
  const dayViews = findOrCreateDay(counts, day);
  const dayReaders = readers.get(day) ?? [];
  readers.set(day, dayReaders);
  for (const view of views) {
    if (!view.isCounted) continue;
    dayViews.set(view.postId, (dayViews.get(view.postId) ?? 0) + 1);
    if (dayReaders.length < maxReaders) dayReaders.push(view);
  }
}

/** Collects searched words and whether anything was found. Words that may be personal data are not stored. */
export function countSearch(
  ctx: Context,
  { keyword, isEmpty, finder }: { keyword: string; isEmpty: boolean; finder: string | null },
): void {
  const word = normaliseSearchWord(keyword);
  const words = findOrCreateDay(pendingOf(ctx).words, dayOf(ctx.now()));
  if (word === null || (words.size >= maxWords && !words.has(word))) return;
  const { searches, empty, searchers } = words.get(word) ?? { searches: 0, empty: 0, searchers: new Map() };
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  if (finder !== null && searchers.size < maxSearchersPerWord)
    searchers.set(memberId ?? finder, { memberId, address: finder });
  words.set(word, { searches: searches + 1, empty: empty + (isEmpty ? 1 : 0), searchers });
}

/** Writes the collected figures: per day one transaction for views and one for searches. */
export async function flushFigures(ctx: Context): Promise<void> {
  const state = pending(ctx.tenant);
  const batch = state.figures;
  state.figures = emptyFigures();
  for (const [day, views] of batch.views) {
    const readers = batch.readers.get(day) ?? [];
    await inTransaction(ctx, async (trx) => {
      const scopedReaders = await queries.listReaderScopes(trx, readers);
      const fresh = await recordUniqueReaders(trx, day, scopedReaders);
      await queries.addFigures(trx, day, views, fresh);
      await queries.addOrigins(trx, day, countOrigins(readers, fresh));
    });
  }
  for (const [day, words] of batch.words) {
    const searchers = await hashSearchers(ctx, day, words);
    await inTransaction(ctx, async (trx) =>
      queries.addSearchWords(trx, day, words, await recordUniqueReaders(trx, day, searchers)),
    );
  }
}

/** Counts the visits of the day's new readers, each by the first view that this batch holds of it. */
function countOrigins(views: readonly PostView[], fresh: readonly UniqueReader[]): OriginCount[] {
  const visits = new Map(views.toReversed().map(({ reader, visit }) => [reader.toString('hex'), visit]));
  const counts = new Map<string, OriginCount>();
  for (const { scope, reader } of fresh) {
    const visit = scope === 'site' && visits.get(reader.toString('hex'));
    if (!visit) continue;
    for (const [kind, value] of Object.entries(describeVisit(visit))) {
      const count = counts.get(`${kind} ${value}`) ?? { kind, value, readers: 0 };
      counts.set(`${kind} ${value}`, { ...count, readers: count.readers + 1 });
    }
  }
  return [...counts.values()];
}

/**
 * Returns the marks of who searched for what. A visitor is a network, whatever the browser calls itself, so that nobody
 * is many people by changing it. The word is part of the hash, so the marks of one person cannot be linked.
 */
async function hashSearchers(ctx: Context, day: string, words: ReadonlyMap<string, PendingWord>) {
  const hashReader = await loadReaderHasher(ctx, day);
  return [...words].flatMap(([word, { searchers }]) =>
    [...searchers.values()].map((searcher) => {
      const person = hashReader({ ...searcher, userAgent: '' });
      const reader = createHash('sha256').update(person).update(word).digest().subarray(0, 16);
      return { scope: 'search', key: word, reader };
    }),
  );
}

/** Counts a registration for the site and for the post it came from. Handles `member.registered`. */
export async function onMemberRegistered(
  _: Context,
  trx: Trx,
  { memberId, from, at }: MemberRegistered,
): Promise<void> {
  const postId = await queries.insertSource(trx, memberId, from, at);
  await queries.addRegistration(trx, dayOf(at), postId);
}

/** Deletes the origin of a deleted member; the counts stay, since they are anonymous. */
export const onMemberDeleted = (_: Context, trx: Trx, { memberId }: { memberId: string }): Promise<void> =>
  queries.deleteSourceOf(trx, memberId);

const wordRetentionDays = 400;

/** Deletes words older than a year. Idempotent. */
export const deleteOldWords = ({ db, now }: Context): Promise<void> =>
  queries.deleteWordsBefore(db, dayOf(new Date(now().getTime() - wordRetentionDays * dayMs)));

const pendingOf = ({ tenant }: Context): PendingFigures => pending(tenant).figures;

function findOrCreateDay<T>(days: Map<string, Map<string, T>>, day: string): Map<string, T> {
  const counts = days.get(day) ?? new Map<string, T>();
  days.set(day, counts);
  return counts;
}

/**
 * Normalises a search for counting: NFKC, lower case, single spaces.
 * @returns null for what is not worth counting and for possible personal data: mail addresses, and numbers of seven
 * digits or more in any spacing (telephone, identity card, bank card); a stock code has six
 */
export function normaliseSearchWord(keyword: string): string | null {
  const word = keyword.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const isPersonal = word.includes('@') || /\d{7,}/.test(word.replace(/(?<=\d)[\s\-–—.·]+(?=\d)/g, ''));
  const length = [...word].length;
  return isPersonal || length < 1 || length > 50 || !/[\p{L}\p{N}]/u.test(word) ? null : word;
}

/** Returns what figures keep of a visit: the other site's host, the kind of device, the province or country. */
const describeVisit = ({ address, userAgent, referrer }: Visit): Record<OriginKind, string> => ({
  referrer: siteOf(referrer),
  device: deviceOf(userAgent),
  region: provinceOf(address),
});

/** Returns the host in lower case, without a port and `www.` or `m.`; empty if it is none. */
function siteOf(referrer: string): string {
  const host = URL.parse(`https://${referrer}`)?.hostname.replace(/^(?:www|m)\./, '') ?? '';
  return /^[\w-]+(?:\.[\w-]+)+$/.test(host) ? host : '';
}

const deviceNames: Record<string, string> = { mobile: '手机', tablet: '平板', desktop: '电脑' };

// WeChat's browser sends no referrer, so it counts as a separate device.
const deviceOf = (userAgent: string): string =>
  /MicroMessenger/i.test(userAgent)
    ? '微信'
    : (deviceNames[(userAgent && Bowser.parse(userAgent).platform.type) || ''] ?? '');
