const whole = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 });

/** A number in groups of three, with at most one decimal: `12,345`. */
export const showNumber = (value: number): string => whole.format(value);

/** A share as a percentage with two decimals; a dash where there is nothing to take a share of. */
export const showShare = (share: number | null): string =>
  share === null ? '—' : `${(share * 100).toFixed(2)}%`;

/** How much more or less than before: `+12.3%`; null where there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

export const showChange = (change: number | null): string =>
  change === null ? '—' : `${change > 0 ? '+' : ''}${(change * 100).toFixed(1)}%`;
