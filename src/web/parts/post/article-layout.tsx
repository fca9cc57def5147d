import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { AccessTag } from '#ui/display/tag.tsx';
import { Link } from '#ui/link.tsx';
import type { Access, NamedLink, Picture } from '#ui/types.ts';
import { Headline, type TitleText } from '../story/headline.tsx';
import s from './article-layout.module.css';

export interface ArticleLayoutProps {
  /** `ActionRail`. */
  rail?: ReactNode;
  children: ReactNode;
  /** `Toc`, then `SideColumn`: beside the beginning and the end of a long text. */
  side?: ReactNode;
}

/**
 * A rail of 56 px, the text of 684 px, a side column of 264 px. Small screens have no rail and put the side column
 * below the text.
 */
export function ArticleLayout({ rail, children, side }: ArticleLayoutProps) {
  return (
    <div className={s.grid}>
      <div className={s.rail}>{rail}</div>
      <article className={s.main}>{children}</article>
      {side && <aside className={classNames(s.side, 'no-print')}>{side}</aside>}
    </div>
  );
}

export interface ArticleHeadProps extends TitleText {
  column?: NamedLink | null | undefined;
  access?: Access | undefined;
  /** The seal 要 before the column. */
  seal?: ReactNode;
  deck?: string | null | undefined;
  /** `AuthorRow`. */
  author: ReactNode;
}

export function ArticleHead({ column, access, seal, title, breaks, deck, author }: ArticleHeadProps) {
  return (
    <header>
      <p className={s.kicker}>
        {seal}
        {column && (column.href ? <Link href={column.href}>{column.name}</Link> : <span>{column.name}</span>)}
        {access && <AccessTag access={access} />}
      </p>
      <Headline level={1} className={s.title} title={title} breaks={breaks} />
      {deck && <p className={s.deck}>{deck}</p>}
      <div className={s.author}>{author}</div>
    </header>
  );
}

/** The cover above the text; edge to edge on a phone. */
export function ArticleCover({ picture }: { picture: Picture }) {
  const { src, srcSet, sizes, width = 640, height = 400, alt = '' } = picture;
  return (
    <figure className={s.cover}>
      <img
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        fetchPriority="high"
        decoding="async"
      />
    </figure>
  );
}

/** The risk note that the law requires below a text. */
export function ArticleRisk({ children }: { children: ReactNode }) {
  return <p className={s.risk}>{children}</p>;
}

export function ArticleTags({ children }: { children: ReactNode }) {
  return (
    <p className={`${s.tags} no-print`}>
      <span className="vh">标签</span>
      {children}
    </p>
  );
}
