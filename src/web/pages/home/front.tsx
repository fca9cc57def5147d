import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Col, Cols } from '#ui/layout/cols.tsx';
import { SectionHead } from '#ui/layout/section-head.tsx';
import s from './front.module.css';

export interface FrontProps {
  /** `StoryLead`, then `FrontSecond`. */
  lead?: ReactNode;
  /** `LiveStrip`. */
  live?: ReactNode;
  liveHref: string;
  /** Adverts, and the ranking with its heading (`tone="side"`). */
  side?: { ads: ReactNode; ranks: ReactNode } | undefined;
  /** The first row of the page, without space above. */
  isFirst: boolean;
}

/**
 * The first screen of the front page: live news, lead and side column on a wide screen; a tablet shows the lead
 * first. Parts that are missing leave their space to the others.
 */
export function Front({ lead, live, liveHref, side, isFirst }: FrontProps) {
  const count = [lead, live, side].filter(Boolean).length;
  const alone = count === 1 ? 12 : undefined;
  return (
    <Cols className={classNames(s.front, !isFirst && s.below)}>
      {lead && (
        <Col
          as="section"
          className={s.lead}
          span={alone ?? (count === 3 ? 6 : 8)}
          spanNarrow={live ? 8 : 12}
          aria-label="头条"
        >
          {lead}
        </Col>
      )}
      {live && (
        <Col
          as="section"
          className={s.live}
          span={alone ?? (count === 3 ? 3 : lead ? 4 : 8)}
          spanNarrow={lead ? 4 : 12}
          aria-labelledby="front-live"
        >
          <SectionHead
            id="front-live"
            tone="side"
            title="正在发生"
            live
            more={{ label: '全部资讯', href: liveHref }}
          />
          {live}
        </Col>
      )}
      {side && (
        <Col
          as="aside"
          className={classNames(s.side, !(side.ads && side.ranks) && s.bare)}
          span={alone ?? (count === 3 ? 3 : 4)}
          spanNarrow={12}
          aria-label="推广与排行"
        >
          {side.ads}
          {side.ranks && <div className={s.ranks}>{side.ranks}</div>}
        </Col>
      )}
    </Cols>
  );
}

/** The second stories (`StorySecond`) below the lead, two per row: two beside a picture, more if the lead has none. */
export function FrontSecond({ children }: { children: readonly ReactNode[] }) {
  return (
    <Cols className={s.second}>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stories keep their places.
        <Col key={index} span={6}>
          {child}
        </Col>
      ))}
    </Cols>
  );
}

/** Two or three sections side by side (`Col`s); on a tablet the first takes a whole row. */
export function FrontColumns({ children }: { children: ReactNode }) {
  return <Cols className={s.pair}>{children}</Cols>;
}
