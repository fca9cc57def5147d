import type { DemoMonth } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { type DemoReader, later, pickMoment } from '#kernel/demo-month.ts';
import { dayOf } from '#shared/dates.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { type DemoCollection, insertDemoCollects, insertDemoFollows } from './demo-queries.ts';

const maxFollows = 5;
const maxCollects = 9;

/** Lets the demo's readers follow authors and collect posts, rather the most viewed ones; adds nothing to existing ones. */
export async function addDemoCollections(ctx: Context, { posts, readers }: DemoMonth): Promise<void> {
  const now = ctx.now();
  const random = seededRandom(`demo collections ${dayOf(now)}`);
  const authors = [...new Set(posts.map(({ author_id }) => author_id))].map((id) => ({
    id,
    from: new Date(0),
  }));
  const targets = posts.map(({ id, published_at }) => ({ id, from: published_at }));
  const follows = readers.flatMap((reader) => choose(random, authors, { reader, now, max: maxFollows }));
  const collects = readers.flatMap((reader) => choose(random, targets, { reader, now, max: maxCollects }));
  await inTransaction(ctx, async (trx) => {
    await insertDemoFollows(trx, follows.sort(byTime));
    await insertDemoCollects(trx, collects.sort(byTime));
  });
}

type Target = { id: string; from: Date };

/** Chooses up to `max` different targets, the first in the list most likely, each at a moment since it exists. */
function choose(
  random: () => number,
  targets: readonly Target[],
  { reader, now, max }: { reader: DemoReader; now: Date; max: number },
): DemoCollection[] {
  const chosen = new Set<Target>();
  for (let left = Math.floor(random() * (max + 1)); left > 0; left -= 1) {
    const target = targets[Math.floor(random() ** 1.6 * targets.length)];
    if (target) chosen.add(target);
  }
  return [...chosen].map(({ id, from }) => ({
    memberId: reader.id,
    targetId: id,
    at: pickMoment(random, later(from, reader.since), now),
  }));
}

const byTime = (one: DemoCollection, other: DemoCollection): number => one.at.getTime() - other.at.getTime();
