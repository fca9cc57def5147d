import { bylineTime, weekdayOf } from '#shared/dates.ts';

export type DayGroup<R> = {
  /** 2026-11-20 */
  day: string;
  records: R[];
};

/** Groups posts by Shanghai day, in their order. */
export function groupByDay<R extends { publishedAt: string }>(records: readonly R[]): DayGroup<R>[] {
  const groups: DayGroup<R>[] = [];
  for (const record of records) {
    const day = record.publishedAt.slice(0, 10);
    const last = groups.at(-1);
    if (last?.day === day) last.records.push(record);
    else groups.push({ day, records: [record] });
  }
  return groups;
}

/** Returns the heading of a day: its number; 今天, 昨天 or the weekday; and the month with the rest of the date. */
export function dayHeading(day: string, today: string): { day: string; name: string; note: string } {
  const [year, month, date] = day.split('-').map(Number);
  const relativeName =
    day === today ? '今天' : bylineTime(`${day}T00:00:00+08:00`, today) === '昨天' ? '昨天' : '';
  const weekday = weekdayOf(day);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const monthLabel = `${isThisYear ? '' : `${year} 年 `}${month} 月`;
  return {
    day: String(date),
    name: relativeName || weekday,
    note: relativeName ? `${monthLabel}　${weekday}` : monthLabel,
  };
}
