import type { ReactNode } from 'react';
import { Col, Cols } from '#ui/layout/cols.tsx';
import { SectionHead } from '#ui/layout/section-head.tsx';
import s from './vip-panel.module.css';

export interface VipPanelProps {
  id: string;
  title: ReactNode;
  more?: { label?: string; href: string } | undefined;
  /** `StoryVip`. */
  lead: ReactNode;
  /** `VipList`. */
  list: ReactNode;
}

/** The gold panel of the front page: one VIP post beside the titles of others. */
export function VipPanel({ id, title, more, lead, list }: VipPanelProps) {
  return (
    <section className={s.panel} aria-labelledby={id}>
      <SectionHead id={id} tone="vip" title={title} more={more} />
      <Cols className={s.cols}>
        <Col span={7}>{lead}</Col>
        <Col span={5}>{list}</Col>
      </Cols>
    </section>
  );
}
