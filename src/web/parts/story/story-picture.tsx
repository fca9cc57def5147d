import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import type { Picture } from '#ui/types.ts';
import s from './story-picture.module.css';

export interface StoryPictureProps {
  href: string;
  picture: Picture;
  /** Above the fold: loads at once, with high priority. */
  eager?: boolean | undefined;
  className?: string | undefined;
}

/** A cover. Keyboard and screen reader use the link of the headline; this link serves the pointer only. */
export function StoryPicture({ href, picture, eager = false, className }: StoryPictureProps) {
  const { src, srcSet, sizes, width = 640, height = 400, alt = '' } = picture;
  return (
    <Link className={classNames(s.picture, className)} href={href} tabIndex={-1} aria-hidden="true">
      <img
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        decoding="async"
        loading={eager ? undefined : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
      />
    </Link>
  );
}
