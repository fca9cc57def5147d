/** The result of one evening: the return since the start in ppm, and that of the index if there is one. */
export type CurvePoint = { value: number; index: number | null };

export type CurveShape = {
  /** The range of the drawing, in ppm. */
  low: number;
  high: number;
  /** Horizontal grid lines in ppm, ascending; 0 is always among them. */
  ticks: number[];
  /** SVG paths in a box of 1000 by 1000, the first day at the left. */
  own: string;
  index: string;
};

// Steps between grid lines, from 0.1 % up: 1, 2 or 5 times a power of ten.
const stepSizes = [1, 2, 5].flatMap((lead) => [1000, 10_000, 100_000, 1_000_000].map((unit) => lead * unit));
const maxLines = 5;

/** Returns the paths of a curve and its index, with range and grid lines. */
export function shapeCurve(points: readonly CurvePoint[]): CurveShape {
  const values = points.flatMap(({ value, index }) => (index === null ? [value] : [value, index]));
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)];
  const sorted = [...stepSizes].sort((one, other) => one - other);
  const step = sorted.find((one) => (max - min) / one <= maxLines - 1) ?? 10_000_000;
  const low = Math.floor(min / step) * step;
  const high = Math.max(Math.ceil(max / step) * step, low + step);
  const ticks: number[] = [];
  for (let tick = low; tick <= high; tick += step) ticks.push(tick);
  const x = (at: number) => round(points.length > 1 ? (at * 1000) / (points.length - 1) : 500);
  const y = (value: number) => round(((high - value) * 1000) / (high - low));
  return {
    low,
    high,
    ticks,
    own: pathThrough(points.map(({ value }, at) => `${x(at)} ${y(value)}`)),
    index: pathThrough(points.flatMap(({ index }, at) => (index === null ? [] : [`${x(at)} ${y(index)}`]))),
  };
}

const pathThrough = (coordinates: readonly string[]): string =>
  coordinates.length > 1 ? `M${coordinates.join('L')}` : '';
const round = (value: number): number => Math.round(value * 10) / 10;
