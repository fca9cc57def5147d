import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { AccessTag } from '#ui/marks/tag.tsx';
import type { Access, NamedLink, Picture } from '#ui/types.ts';
import { Headline, type TitleText } from '../story/headline.tsx';
import s from './article-layout.module.css';

export interface ArticleLayoutProps {
  /** `ActionRail`. */
  rail?: ReactNode;
  /** The article and what follows it. */
  children: ReactNode;
  /** `Toc`, then `SideColumn`. */
  side?: ReactNode;
}

/** Rail of 56 px, text of 684 px, contents of 264 px; the text alone on small screens, the side below it. */
export function ArticleLayout({ rail, children, side }: ArticleLayoutProps) {
  return (
    <div className={s.grid}>
      <div className={s.rail}>{rail}</div>
      <article className={s.main}>{children}</article>
      {side && <aside className={s.side}>{side}</aside>}
    </div>
  );
}

export interface ArticleHeadProps extends TitleText {
  column?: NamedLink | null | undefined;
  access?: Access | undefined;
  /** 要 before the column. */
  seal?: ReactNode;
  deck?: string | null | undefined;
  /** `AuthorRow`. */
  author: ReactNode;
}

/** Column, headline, deck and author. */
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

/** The cover over the text; edge to edge on a phone. */
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

/** What the law asks to be said under a text. */
export function ArticleRisk({ children }: { children: ReactNode }) {
  return <p className={s.risk}>{children}</p>;
}

/** Linked tags under the text. */
export function ArticleTags({ children }: { children: ReactNode }) {
  return (
    <p className={s.tags}>
      <span className="vh">标签</span>
      {children}
    </p>
  );
}
