import type { Advert as AdvertRecord } from '#features/frontpage/adverts/schema.ts';
import type { Advert } from './ads/ad-carousel.tsx';

/** Adverts as the page shows them. One without a picture is left out: there is no room for it. */
export function toAdverts(records: readonly AdvertRecord[] | null): Advert[] {
  return (records ?? []).flatMap(({ id, title, href, image }) =>
    image ? [{ id, title, href, picture: { src: image } }] : [],
  );
}

/**
 * One advert for a position that shows one, drawn by weight; none where none runs. A page that is kept for half a
 * minute shows the same one meanwhile, and over the day each gets its share. `random` is 0 to 1, 1 excluded.
 */
export function drawAdvert(records: readonly AdvertRecord[] | null, random = Math.random()): Advert[] {
  const shown = (records ?? []).filter(({ image }) => image);
  const weightOf = ({ weight }: AdvertRecord) => Math.max(1, weight);
  let left = random * shown.reduce((sum, record) => sum + weightOf(record), 0);
  const drawn = shown.find((record) => {
    left -= weightOf(record);
    return left < 0;
  });
  return toAdverts(drawn ? [drawn] : []);
}
