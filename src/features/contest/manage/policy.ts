import { stateOf } from '../seasons/seasons.ts';
import type { AdminSeasonRow, SeasonFields } from './admin-queries.ts';

type Fault = { kind: 'invalid' | 'conflict'; message: string; field: string };

/** Promised to every player at enrolment: the rules of the game itself. Fixed once a player has enrolled. */
const fixedFields: readonly { of: (season: SeasonFields) => unknown; label: string; field: string }[] = [
  { of: ({ starts_on }) => starts_on, label: '开始日期', field: 'startsOn' },
  { of: ({ starting_cash }) => starting_cash, label: '起始资金', field: 'startingCash' },
  { of: ({ boards }) => [...boards].sort().join(), label: '可买板块', field: 'boards' },
  { of: ({ with_st }) => with_st, label: '可买 ST', field: 'withSt' },
  { of: ({ position_cap_bp }) => position_cap_bp, label: '单只持仓上限', field: 'positionCapBp' },
  { of: ({ commission_ppm }) => commission_ppm, label: '佣金费率', field: 'commissionPpm' },
  { of: ({ commission_least }) => commission_least, label: '最低佣金', field: 'commissionLeast' },
];

/**
 * Checks a season before saving: dates in order and, where changed, not in the past; no rule of the game changed once a
 * player has enrolled. @returns the refusal, or nothing
 */
export function validateSeason(
  season: SeasonFields,
  before: AdminSeasonRow | undefined,
  today: string,
): Fault | undefined {
  if (before && before.players > 0) {
    const changed = fixedFields.filter(({ of }) => of(before) !== of(season));
    if (changed[0])
      return {
        kind: 'conflict',
        message: `已有 ${before.players} 人报名，不能再改${changed.map(({ label }) => label).join('、')}；名称、奖品、规则和结束日期仍可修改`,
        field: changed[0].field,
      };
    if (season.delay_days < before.delay_days)
      return {
        kind: 'conflict',
        message: `已有 ${before.players} 人报名，成交公开的延迟只能改长：他们报名时看到的是 ${before.delay_days} 个交易日`,
        field: 'delayDays',
      };
    if (before.ends_on !== season.ends_on && stateOf(before, today) === 'ended')
      return { kind: 'conflict', message: '这个赛季已经结束，结束日期不能再改', field: 'endsOn' };
  }
  if (season.ends_on < season.starts_on)
    return { kind: 'invalid', message: '结束日期不能早于开始日期', field: 'endsOn' };
  if (season.starts_on !== before?.starts_on && season.starts_on < today)
    return { kind: 'invalid', message: `开始日期不能早于今天（${today}）`, field: 'startsOn' };
  if (season.ends_on !== before?.ends_on && season.ends_on < today)
    return { kind: 'invalid', message: `结束日期不能早于今天（${today}）`, field: 'endsOn' };
  return undefined;
}
