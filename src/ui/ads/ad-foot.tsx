import { Link } from '../link.tsx';
import { AdPicture, type Advert } from './ad-carousel.tsx';
import s from './ad-foot.module.css';

/** One advert across the foot of an article: picture beside words, lower than a story. */
export function AdFoot({ ad }: { ad: Advert }) {
  return (
    <Link className={s.ad} href={ad.href} rel="sponsored noopener">
      <AdPicture picture={ad.picture} className={s.picture} />
      <p>{ad.title}</p>
    </Link>
  );
}
