import { stateOf } from '../seasons/seasons.ts';
import type { DeskSeasonRow, SeasonFields } from './desk-queries.ts';

type Fault = { kind: 'invalid' | 'conflict'; message: string };

/** What is promised to everybody who enrols: the game itself. */
const fixed: readonly { of: (season: SeasonFields) => unknown; label: string }[] = [
  { of: ({ starts_on }) => starts_on, label: '开始日期（startsOn）' },
  { of: ({ starting_cash }) => starting_cash, label: '起始资金（startingCash）' },
  { of: ({ boards }) => [...boards].sort().join(), label: '可买板块（boards）' },
  { of: ({ with_st }) => with_st, label: '可买 ST（withSt）' },
  { of: ({ position_cap_bp }) => position_cap_bp, label: '单只持仓上限（positionCapBp）' },
  { of: ({ commission_ppm }) => commission_ppm, label: '佣金费率（commissionPpm）' },
  { of: ({ commission_least }) => commission_least, label: '最低佣金（commissionLeast）' },
];

/**
 * Whether a season may be as it is asked for: dates in order and not in the past where they change, and nothing of the
 * game changed once somebody plays it. @returns what is against it, or nothing
 */
export function faultOfSeason(
  season: SeasonFields,
  before: DeskSeasonRow | undefined,
  today: string,
): Fault | undefined {
  if (before && before.players > 0) {
    const changed = fixed.filter(({ of }) => of(before) !== of(season));
    if (changed.length > 0)
      return {
        kind: 'conflict',
        message: `已有 ${before.players} 人报名，不能再改${changed.map(({ label }) => label).join('、')}；名称、奖品、规则和结束日期仍可修改`,
      };
    if (season.delay_days < before.delay_days)
      return {
        kind: 'conflict',
        message: `已有 ${before.players} 人报名，成交公开的延迟（delayDays）只能改长：他们报名时看到的是 ${before.delay_days} 个交易日`,
      };
    if (before.ends_on !== season.ends_on && stateOf(before, today) === 'ended')
      return { kind: 'conflict', message: '这个赛季已经结束，结束日期（endsOn）不能再改' };
  }
  if (season.ends_on < season.starts_on)
    return { kind: 'invalid', message: '结束日期（endsOn）不能早于开始日期（startsOn）' };
  if (season.starts_on !== before?.starts_on && season.starts_on < today)
    return { kind: 'invalid', message: `开始日期（startsOn）不能早于今天（${today}）` };
  if (season.ends_on !== before?.ends_on && season.ends_on < today)
    return { kind: 'invalid', message: `结束日期（endsOn）不能早于今天（${today}）` };
  return undefined;
}
