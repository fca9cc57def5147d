/** An evening of a curve: what became of so much since the start, in ppm; the index where there is one. */
export type CurvePoint = { value: number; index: number | null };

export type CurveShape = {
  /** The lowest and the highest that is drawn, in ppm. */
  low: number;
  high: number;
  /** Lines across, in ppm, the lowest first; 0 is always among them. */
  ticks: number[];
  /** Paths in a box of 1000 by 1000, the first day at the left. */
  own: string;
  index: string;
};

// 0.1 % and up, as people count: a line at every 1, 2 or 5 of something.
const steps = [1, 2, 5].flatMap((lead) => [1000, 10_000, 100_000, 1_000_000].map((unit) => lead * unit));
const mostLines = 5;

/** Where a curve and its index run, with a little room above and below. */
export function shapeCurve(points: readonly CurvePoint[]): CurveShape {
  const values = points.flatMap(({ value, index }) => (index === null ? [value] : [value, index]));
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const sorted = [...steps].sort((one, other) => one - other);
  const step = sorted.find((one) => (most - least) / one <= mostLines - 1) ?? 10_000_000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const ticks: number[] = [];
  for (let tick = low; tick <= high; tick += step) ticks.push(tick);
  const x = (at: number) => round(points.length > 1 ? (at * 1000) / (points.length - 1) : 500);
  const y = (value: number) => round(((high - value) * 1000) / (high - low));
  return {
    low,
    high,
    ticks,
    own: line(points.map(({ value }, at) => `${x(at)} ${y(value)}`)),
    index: line(points.flatMap(({ index }, at) => (index === null ? [] : [`${x(at)} ${y(index)}`]))),
  };
}

const line = (places: readonly string[]): string => (places.length > 1 ? `M${places.join('L')}` : '');
const round = (value: number): number => Math.round(value * 10) / 10;
