/** One line of the table. `isMet` is null if there is no target, or a program to compare with is not installed. */
export type Line = { what: string; result: string; target: string; isMet: boolean | null };

/** Returns a line whose target is a minimum. */
export const atLeast = (what: string, value: number, min: number, detail: string): Line => ({
  what,
  result: `${formatNumber(value)} ×${detail && `  (${detail})`}`,
  target: `≥ ${min} ×`,
  isMet: value >= min,
});

export const atMost = (what: string, value: number, max: number, unit: string, detail = ''): Line => ({
  what,
  result: `${formatNumber(value)} ${unit}${detail && `  (${detail})`}`,
  target: `≤ ${max} ${unit}`,
  isMet: value <= max,
});

export const infoLine = (what: string, result: string): Line => ({ what, result, target: '', isMet: null });

/** A figure that could not be measured. It misses its target, so that a run in which a measure skips fails. */
export const skippedLine = (what: string, reason: string): Line => ({
  ...infoLine(what, `skipped: ${reason}`),
  isMet: false,
});

/** Formats three significant digits of a number of any size. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}

/** Formats the table as text; lines that miss their target are marked. */
export function renderTable(lines: readonly Line[]): string {
  const width = (textOf: (line: Line) => string) => Math.max(...lines.map((line) => textOf(line).length));
  const [whatWidth, targetWidth] = [width(({ what }) => what), width(({ target }) => target)];
  return lines
    .map(({ what, result, target, isMet }) => {
      const mark = isMet === null ? ' ' : isMet ? '✓' : '✗';
      return `${mark} ${what.padEnd(whatWidth)}  ${target.padEnd(targetWidth)}  ${result}`;
    })
    .join('\n');
}
