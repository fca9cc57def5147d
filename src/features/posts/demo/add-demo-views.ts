import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { busynessAt, demoDays, demoStart } from '#kernel/demo-month.ts';
import { dayMs, dayOf, hourMs } from '#shared/dates.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { expireOldViews } from '../views.ts';
import { type DemoPost, type DemoViews, insertDemoViews, listDemoPosts } from './demo-queries.ts';

/** Views of the whole site on the first and on the last working day. */
const firstDayViews = 1900;
const lastDayViews = 5400;
const blockHours = 4;
/** Days after which a post gets a third of its first views, and the share of them that it never falls below. */
const fadings = {
  news: { days: 0.3, floor: 0.002 },
  article: { days: 1.6, floor: 0.012 },
  reference: { days: 1.8, floor: 0.012 },
};

/**
 * Adds views of the last 30 days up to now, in blocks of four hours: the site's views follow the hour, the weekday and
 * a steady growth, and the posts that are out share them. Adds nothing if there are views. @returns the posts with
 * their views
 */
export async function addDemoViews(ctx: Context): Promise<DemoPost[]> {
  const now = ctx.now();
  const views = planViews(await listDemoPosts(ctx.db), now);
  await inTransaction(ctx, (trx) => insertDemoViews(trx, views));
  await expireOldViews(ctx);
  return listDemoPosts(ctx.db);
}

function planViews(posts: readonly DemoPost[], now: Date): DemoViews[] {
  const random = seededRandom(`demo views ${dayOf(now)}`);
  const start = demoStart(now).getTime();
  const appeals = new Map(posts.map((post) => [post.id, appealOf(post) * (0.5 + random())]));
  const planned: DemoViews[] = [];
  let dayFactor = 1;
  for (let from = start; from < now.getTime(); from += blockHours * hourMs) {
    if ((from - start) % dayMs === 0) dayFactor = 0.94 + random() * 0.12;
    const to = Math.min(from + blockHours * hourMs, now.getTime());
    const siteViews = siteViewsIn(from, to, (from - start) / dayMs) * dayFactor;
    const shares = posts.flatMap((post) => {
      const shareFrom = Math.max(from, post.published_at.getTime());
      const weight = (appeals.get(post.id) ?? 0) * freshness(post, (shareFrom + to) / 2) * (to - shareFrom);
      return shareFrom < to ? [{ postId: post.id, at: new Date(shareFrom), weight }] : [];
    });
    const total = shares.reduce((sum, { weight }) => sum + weight, 0);
    for (const { postId, at, weight } of shares) {
      const views = Math.floor((siteViews * weight) / total + random());
      if (views > 0) planned.push({ at, postId, views });
    }
  }
  return planned;
}

/** Long, important and paywalled posts are read more; news are short, but more read for that. */
const appealOf = ({ kind, word_count, important, access }: DemoPost): number =>
  (kind === 'news' ? 45 : Math.sqrt(word_count)) * (important ? 2 : 1) * (access === 'public' ? 1 : 1.3);

function freshness({ kind, published_at }: DemoPost, at: number): number {
  const { days, floor } = fadings[kind];
  return Math.exp(-(at - published_at.getTime()) / (days * dayMs)) + floor;
}

/** Sums the views by hour; the last hour may be incomplete. */
function siteViewsIn(from: number, to: number, daysSinceStart: number): number {
  const perDay = firstDayViews + ((lastDayViews - firstDayViews) * daysSinceStart) / (demoDays - 1);
  let views = 0;
  for (let hour = from; hour < to; hour += hourMs)
    views += (busynessAt(new Date(hour)) * perDay * Math.min(to - hour, hourMs)) / dayMs;
  return views;
}
