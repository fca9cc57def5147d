import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Col, Cols } from '#ui/layout/cols.tsx';
import { Link } from '#ui/link.tsx';
import { Tag } from '#ui/marks/tag.tsx';
import { Byline, type BylineProps } from '../../parts/story/byline.tsx';
import s from './search-parts.module.css';

export interface SearchHitProps {
  /** 资讯, 文章, 内参 */
  kind: string;
  href: string;
  /** Highlighted: plain text and `<mark>`s. */
  title: ReactNode;
  fragment?: ReactNode;
  byline: BylineProps;
  /** Why it matched, e.g. 标题、正文. */
  why?: string | undefined;
}

/** One answer of a search. */
export function SearchHit({ kind, href, title, fragment, byline, why }: SearchHitProps) {
  return (
    <article className={s.hit}>
      <h3 className={s.title}>
        <Tag>{kind}</Tag>
        <Link href={href}>{title}</Link>
      </h3>
      {fragment && <p className={s.text}>{fragment}</p>}
      <Byline {...byline}>
        {byline.children}
        {why && <span className={s.why}>命中 {why}</span>}
      </Byline>
    </article>
  );
}

/** An author among the answers: an `AuthorRow` of size 56. */
export function SearchAuthor({ children }: { children: ReactNode }) {
  return <div className={s.hit}>{children}</div>;
}

export interface SearchColumnsProps {
  /** `Facets`. */
  facets: ReactNode;
  /** `TabNav`, `SearchBar`, `SearchHit`s. */
  children: ReactNode;
}

/** What narrows a search at the left, its answers at the right. */
export function SearchColumns({ facets, children }: SearchColumnsProps) {
  return (
    <Cols className={s.columns}>
      <Col as="aside" w={3} wDesk={4} aria-label="缩小范围">
        {facets}
      </Col>
      <Col as="section" w={9} wDesk={8} aria-label="搜索结果">
        {children}
      </Col>
    </Cols>
  );
}

/** The count of answers at the left, their order (`Filters`) at the right. */
export function SearchBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={s.bar}>
      <h2>{children}</h2>
      {end}
    </div>
  );
}

/** Filters beside the answers: open from 900 px on, folded before that. Children: `FacetGroup`s. */
export function Facets({ children }: { children: ReactNode }) {
  return (
    <details className={s.facets}>
      <summary>
        <Icon name="filter" size="s" />
        筛选
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** A named set of `Checkbox`es or `Radio`s. */
export function FacetGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={s.facet}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** A filter that is set, with a button to drop it. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className={s.chip}>
      {label}
      <button type="button" aria-label={`去掉：${label}`} onClick={onRemove}>
        <Icon name="close" size="s" />
      </button>
    </span>
  );
}

/** Topic tags under a small serif title, e.g. 大家在搜. */
export function TopicList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.topics} aria-label={title}>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  );
}
