import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import s from './ad-card.module.css';
import { AdPicture, type Advert } from './ad-carousel.tsx';
import { useAdvertWatch } from './advert-watch.ts';

/** One advert in a side column, or across the foot of an article: there picture beside words, lower than a story. */
export function AdCard({ ad, place }: { ad: Advert; place: 'side' | 'foot' }) {
  const { picture, link } = useAdvertWatch(ad.id);
  return (
    <Link className={classNames(s.ad, s[place])} href={ad.href} rel="sponsored noopener" {...link}>
      <AdPicture ref={picture} picture={ad.picture} className={s.picture} />
      <p>{ad.title}</p>
    </Link>
  );
}
