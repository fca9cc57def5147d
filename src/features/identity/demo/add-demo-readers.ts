import type { Context } from '#kernel/context.ts';
import { type DemoReader, demoStart, pickMoment } from '#kernel/demo-month.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { addDemoMembers } from '../service.ts';
import { demoNames } from './demo-names.ts';

const readers = 300;
/** How many of them registered before the month, and within how many days. */
const earlyReaders = 90;
const earlyDays = 60;

/** Adds the invented readers of the demo; nobody can log in as one of them. May be repeated. */
export async function addDemoReaders(ctx: Context): Promise<DemoReader[]> {
  const now = ctx.now();
  const start = demoStart(now);
  const random = seededRandom(`demo readers ${dayOf(now)}`);
  const names = demoNames
    .map((name) => ({ name, order: random() }))
    .sort((one, other) => one.order - other.order);
  const moments = Array.from({ length: readers }, (_, index) =>
    index < earlyReaders
      ? pickMoment(random, new Date(start.getTime() - earlyDays * dayMs), start)
      : pickMoment(random, start, now),
  ).sort((one, other) => one.getTime() - other.getTime());
  const rows = await addDemoMembers(
    ctx,
    moments.map((created_at, index) => ({
      // The players of the demo's contest have 12000000001 to 12000000024.
      mobile: `1200001${String(index + 1).padStart(4, '0')}`,
      name: names[index]?.name ?? '',
      created_at,
    })),
  );
  return rows.map(({ id, created_at }) => ({ id, since: created_at }));
}
