import { Link } from '#ui/link.tsx';
import { AdPicture, type Advert } from './ad-carousel.tsx';
import s from './ad-side.module.css';
import { useAdvertWatch } from './advert-watch.ts';

/** One advert in a side column. */
export function AdSide({ ad }: { ad: Advert }) {
  const { picture, link } = useAdvertWatch(ad.id);
  return (
    <Link className={s.ad} href={ad.href} rel="sponsored noopener" {...link}>
      <AdPicture ref={picture} picture={ad.picture} className={s.picture} />
      <p>{ad.title}</p>
    </Link>
  );
}
