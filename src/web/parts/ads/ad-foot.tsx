import { Link } from '#ui/link.tsx';
import { AdPicture, type Advert } from './ad-carousel.tsx';
import s from './ad-foot.module.css';
import { useAdvertWatch } from './advert-watch.ts';

/** One advert across the foot of an article: picture beside words, lower than a story. */
export function AdFoot({ ad }: { ad: Advert }) {
  const { picture, link } = useAdvertWatch(ad.id);
  return (
    <Link className={s.ad} href={ad.href} rel="sponsored noopener" {...link}>
      <AdPicture ref={picture} picture={ad.picture} className={s.picture} />
      <p>{ad.title}</p>
    </Link>
  );
}
