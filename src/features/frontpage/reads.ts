import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import type { Advert } from './calls.ts';
import { listAdverts } from './queries.ts';

export const advertsTag = 'adverts';

const current = remembered([advertsTag], (ctx: Context) => listAdverts(ctx.db, ctx.now()));

/** The adverts that run now at a position, heaviest first. */
export async function readAdverts(ctx: Context, position: number): Promise<Advert[]> {
  const now = ctx.now();
  const running = (await current(ctx)).filter(
    (advert) =>
      advert.position === position &&
      advert.starts_at <= now &&
      (advert.ends_at === null || advert.ends_at > now),
  );
  return running.map(({ id, title, image, href, weight }) => ({
    id,
    adPosid: position,
    title,
    image,
    href,
    weight,
  }));
}
