const numberFormat = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 });

/** Formats a number with thousands separators and at most one decimal: `12,345`. */
export const showNumber = (value: number): string => numberFormat.format(value);

/** Formats a share as a percentage with two decimals; a dash for null (nothing to divide by). */
export const showShare = (share: number | null): string =>
  share === null ? '—' : `${(share * 100).toFixed(2)}%`;

/** Relative change: `+12.3%`; null if the previous value is 0. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

export const showChange = (change: number | null): string =>
  change === null ? '—' : `${change > 0 ? '+' : ''}${(change * 100).toFixed(1)}%`;
