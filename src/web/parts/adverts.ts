import type { Advert as AdvertRecord } from '#features/frontpage/adverts/schema.ts';
import type { Advert } from './ads/ad-carousel.tsx';

/** Adverts as the page shows them. Leaves out those without a picture, since no position shows text alone. */
export function toAdverts(records: readonly AdvertRecord[] | null): Advert[] {
  return (records ?? []).flatMap(({ id, title, href, image }) =>
    image ? [{ id, title, href, picture: { src: image } }] : [],
  );
}

/**
 * Chooses one advert by weight for a position that shows a single advert; empty when none runs. A cached page shows the
 * same advert for up to half a minute; over a day each gets its share. `random` is in [0, 1).
 */
export function chooseAdvert(records: readonly AdvertRecord[] | null, random = Math.random()): Advert[] {
  const shown = (records ?? []).filter(({ image }) => image);
  const weightOf = ({ weight }: AdvertRecord) => Math.max(1, weight);
  let remaining = random * shown.reduce((sum, record) => sum + weightOf(record), 0);
  const chosen = shown.find((record) => {
    remaining -= weightOf(record);
    return remaining < 0;
  });
  return toAdverts(chosen ? [chosen] : []);
}
