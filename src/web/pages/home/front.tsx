import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Col, Cols } from '#ui/layout/cols.tsx';
import { SectionHead } from '#ui/layout/section-head.tsx';
import s from './front.module.css';

export interface FrontProps {
  /** `StoryLead`, then `FrontSecond`. */
  lead: ReactNode;
  /** `LiveStrip`. */
  live: ReactNode;
  liveHref: string;
  ads?: ReactNode;
  /** The ranking with its heading (`tone="side"`). */
  ranks: ReactNode;
}

/**
 * The first screen of the front page: live news, lead and side column on a wide screen; a tablet shows the lead
 * first.
 */
export function Front({ lead, live, liveHref, ads, ranks }: FrontProps) {
  return (
    <Cols className={s.front}>
      <Col as="section" className={s.lead} span={6} spanNarrow={8} aria-label="头条">
        {lead}
      </Col>
      <Col as="section" className={s.live} span={3} spanNarrow={4} aria-labelledby="front-live">
        <SectionHead
          id="front-live"
          tone="side"
          title="正在发生"
          live
          more={{ label: '全部资讯', href: liveHref }}
        />
        {live}
      </Col>
      <Col
        as="aside"
        className={classNames(s.side, !ads && s.bare)}
        span={3}
        spanNarrow={12}
        aria-label="推广与排行"
      >
        {ads}
        <div className={s.ranks}>{ranks}</div>
      </Col>
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
