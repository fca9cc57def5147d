import { dayMs } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import type { ContestSeasonSummary } from '../schema.ts';

export const seasonStates: Record<
  ContestSeasonSummary['state'],
  { label: string; tone: 'ok' | 'wait' | 'off' }
> = {
  upcoming: { label: '未开始', tone: 'wait' },
  running: { label: '进行中', tone: 'ok' },
  ended: { label: '已结束', tone: 'off' },
};

/** 2026 年 11 月 2 日 */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year} 年 ${month} 月 ${date} 日`;
}

/** 2026 年 11 月 2 日至 12 月 31 日; repeats the year only if it differs. */
export function formatDateRange(from: string, to: string): string {
  const lastDay = formatDay(to);
  return `${formatDay(from)}至 ${from.slice(0, 4) === to.slice(0, 4) ? lastDay.slice(lastDay.indexOf('年') + 2) : lastDay}`;
}

/** Formats the time left in a season, including today: 离开赛还有 3 天, 还剩 12 天, 最后一天. */
export function formatTimeLeft(
  { startsOn, endsOn, state }: Pick<ContestSeasonSummary, 'startsOn' | 'endsOn' | 'state'>,
  today: string,
): string {
  if (state === 'upcoming') return `离开赛还有 ${daysBetween(today, startsOn)} 天`;
  if (state === 'ended') return '已结束';
  const left = daysBetween(today, endsOn) + 1;
  return left <= 1 ? '最后一天' : `还剩 ${left} 天`;
}

/** Formats the starting cash in short form: 100 万元. */
export const formatCash = (fen: number): string =>
  fen >= 1_000_000 && fen % 1_000_000 === 0 ? `${fen / 1_000_000} 万元` : formatFen(fen);

const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs));
