import { DayItem } from '#admin/parts/form/items.tsx';
import { dayMs, dayOf } from '#shared/dates.ts';

export const ValidFromItem = () => (
  <DayItem
    name="validFrom"
    label="从哪一天起"
    note="最早明天，已经发生的交易不按新规则重算；写错了，从同一天起再加一条就会盖过它。"
    min={dayOf(new Date(Date.now() + dayMs))}
  />
);
