import type { Selectable } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { AdvertsTable } from '#kernel/db/tables.ts';

export type AdvertRow = Selectable<AdvertsTable>;
export type NewAdvert = {
  position: number;
  title: string;
  image: string | null;
  href: string;
  weight: number;
  starts_at: Date;
  ends_at: Date | null;
};

/** Adverts that run now or will, heaviest first; a portal has tens of them. */
export function listAdverts(db: Database, now: Date): Promise<AdvertRow[]> {
  return db
    .selectFrom('adverts')
    .selectAll()
    .where((advert) => advert.or([advert('ends_at', 'is', null), advert('ends_at', '>', now)]))
    .orderBy('position')
    .orderBy('weight', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertAdverts(trx: Trx, adverts: NewAdvert[]): Promise<void> {
  await trx.insertInto('adverts').values(adverts).execute();
}

/** Whether an advert began or ended in this stretch of time. */
export async function hasBoundary(db: Database, from: Date, to: Date): Promise<boolean> {
  const row = await db
    .selectFrom('adverts')
    .select('id')
    .where((advert) =>
      advert.or([
        advert.and([advert('starts_at', '>', from), advert('starts_at', '<=', to)]),
        advert.and([advert('ends_at', '>', from), advert('ends_at', '<=', to)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
