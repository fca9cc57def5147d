import { Link } from '../link.tsx';
import { AdPicture, type Advert } from './ad-carousel.tsx';
import s from './ad-side.module.css';

/** One advert in a side column. */
export function AdSide({ ad }: { ad: Advert }) {
  return (
    <Link className={s.ad} href={ad.href} rel="sponsored noopener">
      <AdPicture picture={ad.picture} className={s.picture} />
      <p>{ad.title}</p>
    </Link>
  );
}
