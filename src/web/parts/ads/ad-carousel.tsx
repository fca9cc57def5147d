import { type Ref, type UIEvent, useRef, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import type { Picture } from '#ui/types.ts';
import s from './ad-carousel.module.css';
import { useAdvertTracker } from './advert-tracker.ts';

export interface Advert {
  id: string;
  title: string;
  href: string;
  picture: Picture;
}

/** A carousel of adverts, always labelled 广告. It never advances automatically. Renders nothing without adverts. */
export function AdCarousel({ ads }: { ads: readonly Advert[] }) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  if (ads.length === 0) return null;

  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    setCurrent(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth));
  }

  function show(index: number) {
    // The stylesheet decides whether the scrolling is smooth.
    track.current?.scrollTo({ left: index * track.current.clientWidth });
  }

  return (
    <section className={s.ads} aria-roledescription="轮播" aria-label="推广">
      <div
        className={s.track}
        tabIndex={0}
        role="group"
        aria-label="可横向滚动的推广"
        ref={track}
        onScroll={onScroll}
      >
        {ads.map((ad, index) => (
          <div className={s.slide} key={ad.id}>
            <AdLink ad={ad} eager={index === 0} />
          </div>
        ))}
      </div>
      {ads.length > 1 && (
        <div className={s.dots}>
          {ads.map((ad, index) => (
            <button
              key={ad.id}
              type="button"
              aria-label={`第 ${index + 1} 幅，共 ${ads.length} 幅`}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => show(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function AdLink({ ad, eager }: { ad: Advert; eager: boolean }) {
  const { picture, link } = useAdvertTracker(ad.id);
  return (
    <Link href={ad.href} rel="sponsored noopener" {...link}>
      <AdPicture ref={picture} picture={ad.picture} className={s.wide} eager={eager} />
      <p className={s.text}>{ad.title}</p>
    </Link>
  );
}

interface AdPictureProps {
  picture: Picture;
  className?: string | undefined;
  eager?: boolean;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** The picture of an advert with the label 广告 over it. */
export function AdPicture({ picture, className, eager = false, ref }: AdPictureProps) {
  const { src, srcSet, sizes, width = 640, height = 400, alt = '' } = picture;
  return (
    <div className={classNames(s.picture, className)} ref={ref}>
      <img
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        loading={eager ? undefined : 'lazy'}
      />
      <span className={s.label}>广告</span>
    </div>
  );
}
