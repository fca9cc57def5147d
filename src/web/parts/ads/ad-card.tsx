import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import s from './ad-card.module.css';
import { AdPicture, type Advert } from './ad-carousel.tsx';
import { useAdvertTracker } from './advert-tracker.ts';

/**
 * One advert: `side` stands in a side column; `foot` spans the foot of an article, with the picture beside the text.
 */
export function AdCard({ ad, variant }: { ad: Advert; variant: 'side' | 'foot' }) {
  const { picture, link } = useAdvertTracker(ad.id);
  return (
    <Link className={classNames(s.ad, s[variant])} href={ad.href} rel="sponsored noopener" {...link}>
      <AdPicture ref={picture} picture={ad.picture} className={s.picture} />
      <p>{ad.title}</p>
    </Link>
  );
}
