import type { DemoMonth, DemoPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { busynessAt, demoStart } from '#kernel/demo-month.ts';
import { dayMs, dayOf, hourMs } from '#shared/dates.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import {
  type DemoRegistration,
  type DemoWordDay,
  insertDemoFigures,
  insertDemoOrigins,
  insertDemoRegistrations,
  insertDemoWordDays,
} from './demo-queries.ts';

/** The share of registrations that came from a post. */
const fromPostShare = 0.7;
/** The most searched first. */
const foundWords = [
  '储能',
  '禾垣电力',
  '铜价',
  '利率',
  '容量电价',
  '可转债',
  '航运',
  '碳化硅',
  '听樾乳业',
  '冷链',
  '复合肥',
  '远岫芯材',
  '海上风电',
  '承兑汇票',
  '充电桩',
  'python',
  '水价',
  '光伏组件',
  '渚桥银行',
  '合同负债',
];
/** The demo has no post about them. */
const emptyWords = ['国债逆回购', '黄金', '打新日历', '可可期货'];
/** Searches of the most popular word on a working day. */
const maxSearches = 26;

/** Adds a month of figures: of the views that exist, of the readers' registrations, and of searched words. */
export async function addDemoFigures(ctx: Context, { posts, readers }: DemoMonth): Promise<void> {
  const now = ctx.now();
  const random = seededRandom(`demo figures ${dayOf(now)}`);
  const registrations = readers
    .filter(({ since }) => since >= demoStart(now))
    .map(({ id, since }) => ({ memberId: id, at: since, postId: pickSource(random, posts, since) }));
  const words = planWords(random, now);
  await inTransaction(ctx, async (trx) => {
    await insertDemoFigures(trx);
    await insertDemoOrigins(trx);
    await insertDemoRegistrations(trx, registrations);
    await insertDemoWordDays(trx, words);
  });
}

/** Picks one of the posts that were out for a while, rather one with many views, so that it had readers by then. */
function pickSource(random: () => number, posts: readonly DemoPost[], at: Date): DemoRegistration['postId'] {
  const read = posts.filter(({ published_at }) => published_at.getTime() < at.getTime() - 3 * hourMs);
  return random() < fromPostShare ? (read[Math.floor(random() ** 2 * read.length)]?.id ?? null) : null;
}

function planWords(random: () => number, now: Date): DemoWordDay[] {
  const days: DemoWordDay[] = [];
  for (let from = demoStart(now).getTime(); from < now.getTime(); from += dayMs) {
    const share = shareOfDay(from, now);
    const searchesOf = (rank: number) =>
      Math.floor(((maxSearches * share) / (1 + rank / 3)) * (0.6 + random() * 0.8));
    const rows = [
      ...foundWords.map((word, rank) => ({ word, searches: searchesOf(rank), isEmpty: false })),
      ...emptyWords.map((word, rank) => ({ word, searches: searchesOf(8 + 6 * rank), isEmpty: true })),
    ];
    for (const { word, searches, isEmpty } of rows)
      if (searches > 0)
        days.push({
          day: dayOf(new Date(from)),
          word,
          searches,
          empty_searches: isEmpty ? searches : 0,
          searchers: isEmpty ? 0 : Math.ceil(searches * 0.7),
        });
  }
  return days;
}

/** How much of an average working day has passed on the day from `from`. */
function shareOfDay(from: number, now: Date): number {
  let share = 0;
  for (let hour = from; hour < Math.min(from + dayMs, now.getTime()); hour += hourMs)
    share += (busynessAt(new Date(hour)) * hourMs) / dayMs;
  return share;
}
