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
  /** Adverts. */
  ads?: ReactNode;
  /** The ranking with its head (`tone="side"`). */
  ranks: ReactNode;
}

/** The first screen of the front page: live, lead, side on a wide one; the lead first on a phone. */
export function Front({ lead, live, liveHref, ads, ranks }: FrontProps) {
  return (
    <Cols className={s.front}>
      <Col as="section" className={s.lead} w={6} wDesk={8} aria-label="头条">
        {lead}
      </Col>
      <Col as="section" className={s.live} w={3} wDesk={4} aria-labelledby="front-live">
        <SectionHead
          id="front-live"
          tone="side"
          title="正在发生"
          live
          more={{ label: '全部资讯', href: liveHref }}
        />
        {live}
      </Col>
      <Col as="aside" className={classNames(s.side, !ads && s.bare)} w={3} wDesk={12} aria-label="推广与排行">
        {ads}
        <div className={s.ranks}>{ranks}</div>
      </Col>
    </Cols>
  );
}

/** Second stories (`StorySecond`) under the lead, two a line: two beside a picture, more where the lead has none. */
export function FrontSecond({ children }: { children: readonly ReactNode[] }) {
  return (
    <Cols className={s.second}>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stories keep their places.
        <Col key={index} w={6}>
          {child}
        </Col>
      ))}
    </Cols>
  );
}

/** Two or three sections side by side (`Col`s); the first takes the whole line on a tablet. */
export function FrontPair({ children }: { children: ReactNode }) {
  return <Cols className={s.pair}>{children}</Cols>;
}
