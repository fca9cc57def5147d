import type { MemberRegistered } from '#features/identity/events.ts';
import type { PostsViewed, PostView } from '#features/posts/events.ts';
import { noteReaders } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import * as queries from './queries.ts';

type Waiting = {
  /** Views of pieces, by Shanghai day. */
  views: Map<string, Map<string, number>>;
  readers: Map<string, PostView[]>;
  words: Map<string, Map<string, { searches: number; empty: number }>>;
};

// A flood of invented words or addresses between two flushes is cut here, and costs no more than this.
const mostWords = 1000;
const mostReaders = 50_000;

/**
 * What was seen since the last flush, for each tenant. Views are acknowledged without waiting for it: a process that
 * dies takes at most a second of numbers with it, and no view (those are the pieces' own, and written before).
 */
const waiting = perTenant(() => ({ figures: emptyFigures() }));
const emptyFigures = (): Waiting => ({ views: new Map(), readers: new Map(), words: new Map() });

/** Notes views and who looked; `flushFigures` writes them. Listens to `posts.viewed`. */
export async function noteViews(ctx: Context, _: Trx, { views, at }: PostsViewed): Promise<void> {
  const day = dayOf(at);
  const { views: counts, readers } = waitingOf(ctx);
  const ofDay = within(counts, day);
  const who = readers.get(day) ?? [];
  readers.set(day, who);
  for (const view of views) {
    if (!view.isCounted) continue;
    ofDay.set(view.postId, (ofDay.get(view.postId) ?? 0) + 1);
    if (who.length < mostReaders) who.push(view);
  }
}

/** Notes what was looked for and whether anything was found. Words that may be about a person are not kept. */
export function noteSearch(ctx: Context, keyword: string, isEmpty: boolean): void {
  const word = readSearchWord(keyword);
  const words = within(waitingOf(ctx).words, dayOf(ctx.now()));
  if (word === null || (words.size >= mostWords && !words.has(word))) return;
  const { searches, empty } = words.get(word) ?? { searches: 0, empty: 0 };
  words.set(word, { searches: searches + 1, empty: empty + (isEmpty ? 1 : 0) });
}

/** Writes what waits: one transaction a day that is in it. */
export async function flushFigures(ctx: Context): Promise<void> {
  const state = waiting(ctx.tenant);
  const batch = state.figures;
  state.figures = emptyFigures();
  for (const [day, views] of batch.views) {
    const readers = batch.readers.get(day) ?? [];
    await inTransaction(ctx, async (trx) => {
      const marks = await queries.findScopes(trx, readers);
      await queries.addFigures(trx, day, views, await noteReaders(trx, day, marks));
    });
  }
  for (const [day, words] of batch.words)
    await inTransaction(ctx, (trx) => queries.addSearchWords(trx, day, words));
}

/** Counts a registration for the site and for the piece it came from. Listens to `member.registered`. */
export async function noteRegistration(
  _: Context,
  trx: Trx,
  { memberId, from, at }: MemberRegistered,
): Promise<void> {
  const postId = await queries.insertSource(trx, memberId, from, at);
  await queries.addRegistration(trx, dayOf(at), postId);
}

/** A deleted member leaves no trace of where they came from; the counts stay, and name nobody. */
export const forgetMemberSource = (_: Context, trx: Trx, { memberId }: { memberId: string }): Promise<void> =>
  queries.deleteSourceOf(trx, memberId);

const wordDays = 400;

/** Forgets words of more than a year ago. Repeatable. */
export const forgetWords = ({ db, now }: Context): Promise<void> =>
  queries.deleteWordsBefore(db, dayOf(new Date(now().getTime() - wordDays * dayMs)));

const waitingOf = ({ tenant }: Context): Waiting => waiting(tenant).figures;

function within<T>(days: Map<string, Map<string, T>>, day: string): Map<string, T> {
  const held = days.get(day) ?? new Map<string, T>();
  days.set(day, held);
  return held;
}

/**
 * Normalises a search for counting: NFKC, lower case, single spaces.
 * @returns null for what is not worth counting and for possible personal data: mail addresses, and numbers of seven digits
 * or more however they are spaced (telephones, identity cards, bank cards); a stock code has six
 */
export function readSearchWord(keyword: string): string | null {
  const word = keyword.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const isPersonal = word.includes('@') || /\d{7,}/.test(word.replace(/(?<=\d)[\s\-–—.·]+(?=\d)/g, ''));
  const length = [...word].length;
  return isPersonal || length < 1 || length > 50 || !/[\p{L}\p{N}]/u.test(word) ? null : word;
}
