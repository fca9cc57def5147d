import { dayMs, dayOf, hourMs } from '#shared/dates.ts';

/** The settings of scheduled backups; `hour` is of the Shanghai day, and weekly ones are made on Mondays. */
export type BackupSchedule = { every: 'off' | 'day' | 'week'; hour: number };

/** Returns when the newest scheduled backup up to `now` is due; null without a schedule. */
export function lastDueTime({ every, hour }: BackupSchedule, now: Date): Date | null {
  if (every === 'off') return null;
  const today = Date.parse(`${dayOf(now)}T00:00:00+08:00`);
  const weekday = new Date(`${dayOf(now)}T00:00:00Z`).getUTCDay();
  const daysAgo = every === 'week' ? (weekday + 6) % 7 : 0;
  const due = today - daysAgo * dayMs + hour * hourMs;
  return new Date(due <= now.getTime() ? due : due - periodMs(every));
}

export const periodMs = (every: 'day' | 'week'): number => (every === 'day' ? dayMs : 7 * dayMs);
