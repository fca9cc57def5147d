import type { ContestSeasonHead } from '#features/contest/schema.ts';
import { dayMs } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';

export const seasonStates: Record<ContestSeasonHead['state'], { word: string; tone: 'ok' | 'wait' | 'off' }> =
  {
    upcoming: { word: '未开始', tone: 'wait' },
    running: { word: '进行中', tone: 'ok' },
    ended: { word: '已结束', tone: 'off' },
  };

/** 2026 年 11 月 2 日 */
export function spellDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year} 年 ${month} 月 ${date} 日`;
}

/** 2026 年 11 月 2 日至 12 月 31 日; the year is said once where it is the same. */
export function spellSpan(from: string, to: string): string {
  const end = spellDay(to);
  return `${spellDay(from)}至 ${from.slice(0, 4) === to.slice(0, 4) ? end.slice(end.indexOf('年') + 2) : end}`;
}

/** What is left of a season on a day, both ends counted: 离开赛还有 3 天, 还剩 12 天, 最后一天. */
export function spellLeft(
  { startsOn, endsOn, state }: Pick<ContestSeasonHead, 'startsOn' | 'endsOn' | 'state'>,
  today: string,
): string {
  if (state === 'upcoming') return `离开赛还有 ${daysBetween(today, startsOn)} 天`;
  if (state === 'ended') return '已结束';
  const left = daysBetween(today, endsOn) + 1;
  return left <= 1 ? '最后一天' : `还剩 ${left} 天`;
}

/** The cash everybody begins with, short: 100 万元. */
export const spellCash = (fen: number): string =>
  fen >= 1_000_000 && fen % 1_000_000 === 0 ? `${fen / 1_000_000} 万元` : formatFen(fen);

const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs));
