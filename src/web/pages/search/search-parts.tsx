import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { Icon } from '#ui/icon.tsx';
import { Col, Cols } from '#ui/layout/cols.tsx';
import { Link } from '#ui/link.tsx';
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
  /** Where the word matched, for example 标题、正文. */
  reason?: string | undefined;
}

export function SearchHit({ kind, href, title, fragment, byline, reason }: SearchHitProps) {
  return (
    <article className={s.hit}>
      <h3 className={s.title}>
        <Tag>{kind}</Tag>
        <Link href={href}>{title}</Link>
      </h3>
      {fragment && <p className={s.text}>{fragment}</p>}
      <Byline {...byline}>
        {byline.children}
        {reason && <span className={s.why}>命中 {reason}</span>}
      </Byline>
    </article>
  );
}

/** An author among the results: an `AuthorRow` of size 56. */
export function SearchAuthor({ children }: { children: ReactNode }) {
  return <div className={s.hit}>{children}</div>;
}

export interface SearchColumnsProps {
  /** `FacetPanel`. */
  facets: ReactNode;
  /** `TabNav`, `ResultBar`, `SearchHit`s. */
  children: ReactNode;
}

/** The filters of a search at the left, its results at the right. */
export function SearchColumns({ facets, children }: SearchColumnsProps) {
  return (
    <Cols className={s.columns}>
      <Col as="aside" span={3} spanNarrow={4} aria-label="缩小范围">
        {facets}
      </Col>
      <Col as="section" span={9} spanNarrow={8} aria-label="搜索结果">
        {children}
      </Col>
    </Cols>
  );
}

/** The number of results at the left, their order (`Filters`) at the right. */
export function ResultBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={s.bar}>
      <h2>{children}</h2>
      {end}
    </div>
  );
}

/** Filters beside the results: open from 900 px on, folded below that. Children: `FacetGroup`s. */
export function FacetPanel({ children }: { children: ReactNode }) {
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

/** A named group of `Checkbox`es or `Radio`s. */
export function FacetGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={s.facet}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

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

/** Links to topics under a small serif title, for example 大家在搜; at its right an action such as 清空历史. */
export function TopicList({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className={s.topics} aria-label={title}>
      <div className={s.topicsHead}>
        <h2>{title}</h2>
        {end}
      </div>
      <p>{children}</p>
    </section>
  );
}

/** The one security or author that the query names, above the results. */
export function ResultCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={s.card} aria-label={label}>
      {children}
    </section>
  );
}

export interface SecurityCardProps {
  name: string;
  /** For example 600519 and SH. */
  code: string;
  market: string;
  href: string;
}

export function SecurityCard({ name, code, market, href }: SecurityCardProps) {
  return (
    <ResultCard label="证券">
      <div className={s.security}>
        <p>
          <Link href={href}>{name}</Link>
        </p>
        <p className="fig">
          {code} {market}
        </p>
      </div>
      <ButtonLink size="s" href={href}>
        看个股
      </ButtonLink>
    </ResultCard>
  );
}
