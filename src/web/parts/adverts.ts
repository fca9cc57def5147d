import type { Advert as AdvertRecord } from '#features/frontpage/calls.ts';
import type { Advert } from '#ui/ads/ad-carousel.tsx';

/** Adverts as the page shows them. One without a picture is left out: there is no room for it. */
export function toAdverts(records: readonly AdvertRecord[] | null): Advert[] {
  return (records ?? []).flatMap(({ id, title, href, image }) =>
    image ? [{ id, title, href, picture: { src: image } }] : [],
  );
}
