import { MomentItem } from '#admin/parts/form/items.tsx';
import { Pair } from '#admin/parts/layout/page.tsx';

/** Period in which readers see the content; without an end it stays visible. */
export const PeriodItems = () => (
  <Pair>
    <MomentItem name="startsAt" label="开始时间" note="北京时间，到点自动出现" />
    <MomentItem name="endsAt" label="结束时间" note="留空就一直有效" />
  </Pair>
);
