/** One line of the table. `isMet` null: nothing was demanded, or nothing could be measured. */
export type Line = { what: string; result: string; target: string; isMet: boolean | null };

/** What a measure demands of a figure, written as it is judged. */
export const atLeast = (what: string, value: number, least: number, detail: string): Line => ({
  what,
  result: `${figure(value)} ×${detail && `  (${detail})`}`,
  target: `≥ ${least} ×`,
  isMet: value >= least,
});

export const atMost = (what: string, value: number, most: number, unit: string, detail = ''): Line => ({
  what,
  result: `${figure(value)} ${unit}${detail && `  (${detail})`}`,
  target: `≤ ${most} ${unit}`,
  isMet: value <= most,
});

export const said = (what: string, result: string): Line => ({ what, result, target: '', isMet: null });

export const skipped = (what: string, reason: string): Line => said(what, `skipped: ${reason}`);

/** Three significant digits, however large or small. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}

/** The table as text; a line that misses its target is marked. */
export function drawTable(lines: readonly Line[]): string {
  const width = (of: (line: Line) => string) => Math.max(...lines.map((line) => of(line).length));
  const [whatWidth, targetWidth] = [width(({ what }) => what), width(({ target }) => target)];
  return lines
    .map(({ what, result, target, isMet }) => {
      const mark = isMet === null ? ' ' : isMet ? '✓' : '✗';
      return `${mark} ${what.padEnd(whatWidth)}  ${target.padEnd(targetWidth)}  ${result}`;
    })
    .join('\n');
}
