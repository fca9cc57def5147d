import { encode } from 'uqr';
import type { Tone } from '#shared/market.ts';
import type { ChartTheme } from '#ui/charts/chart-theme.ts';
import { type CurvePoint, shapeCurve } from './curve-shape.ts';

export interface Poster {
  site: string;
  season: string;
  player: string;
  /** For example 总榜第 3 名. */
  place: string;
  gain: string;
  tone: Tone;
  figures: readonly { label: string; value: string }[];
  /** From the first evening on; empty if there is no curve yet. */
  points: readonly CurvePoint[];
  /** For example 截至 2026-11-20 收盘. */
  asOf: string;
  indexName: string | null;
  /** The address in the QR code. */
  address: string;
}

/** In CSS px; the canvas has twice as many pixels in each direction. */
export const posterSize = { width: 540, height: 860 } as const;
const scale = 2;
const margin = 40;
const contentWidth = posterSize.width - 2 * margin;

type Pen = { context: CanvasRenderingContext2D; paint: ChartTheme; serif: string; sans: string };

/**
 * Draws a player's result from the given data alone; loads no picture, script or font. @throws Error if the browser has
 * no 2D canvas
 */
export function drawPoster(canvas: HTMLCanvasElement, poster: Poster, paint: ChartTheme): void {
  canvas.width = posterSize.width * scale;
  canvas.height = posterSize.height * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas.');
  context.scale(scale, scale);
  const face = (name: string) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--font-${name}`).trim();
  const pen: Pen = { context, paint, serif: face('serif'), sans: face('sans') };
  context.fillStyle = paint.color('page');
  context.fillRect(0, 0, posterSize.width, posterSize.height);
  drawHead(pen, poster);
  drawResult(pen, poster);
  drawCurve(pen, poster, { top: 372, height: 200 });
  drawFigures(pen, poster, 612);
  drawFoot(pen, poster, 700);
}

type TextStyle = {
  size: number;
  face?: string;
  weight?: number;
  role?: string;
  align?: CanvasTextAlign;
  maxWidth?: number;
};

function drawText(
  { context, paint, sans }: Pen,
  text: string,
  x: number,
  y: number,
  style: TextStyle,
): number {
  const { size, face = sans, weight = 400, role = 'text', align = 'left', maxWidth = contentWidth } = style;
  context.font = `${weight} ${size}px ${face}`;
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  context.fillStyle = paint.color(role);
  const shown = truncate(context, text, maxWidth);
  context.fillText(shown, x, y);
  return context.measureText(shown).width;
}

/** Truncates by grapheme clusters, which readers see as characters. */
function truncate(context: CanvasRenderingContext2D, text: string, maxWidth: number): string {
  if (context.measureText(text).width <= maxWidth) return text;
  const parts = [...new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
  while (parts.length > 1 && context.measureText(`${parts.join('')}…`).width > maxWidth) parts.pop();
  return `${parts.join('')}…`;
}

function drawHead(pen: Pen, { site, season }: Poster): void {
  const { context, paint, serif } = pen;
  drawText(pen, site, margin, 68, { size: 30, face: serif, weight: 700, maxWidth: 260 });
  const badge = '模拟';
  context.font = `700 14px ${pen.sans}`;
  const width = context.measureText(badge).width + 14;
  const left = posterSize.width - margin - width;
  context.strokeStyle = paint.color('accent');
  context.lineWidth = 1.2;
  context.strokeRect(left, 48, width, 24);
  drawText(pen, badge, left + 7, 65, { size: 14, weight: 700, role: 'accent' });
  drawText(pen, '股神争霸', left - 10, 65, { size: 15, align: 'right', role: 'text-2' });
  context.fillStyle = paint.color('rule-strong');
  context.fillRect(margin, 88, contentWidth, 3);
  context.fillRect(margin, 93, contentWidth, 1);
  drawText(pen, season, margin, 128, { size: 16, role: 'text-2' });
}

function drawResult(pen: Pen, { player, place, gain, tone }: Poster): void {
  drawText(pen, player, margin, 180, { size: 38, face: pen.serif, weight: 700 });
  drawText(pen, place, margin, 218, { size: 20, face: pen.serif, weight: 700, role: 'accent' });
  const { numberFont } = pen.paint;
  drawText(pen, gain, margin, 312, {
    size: 76,
    face: numberFont,
    weight: 500,
    role: tone === 'flat' ? 'text' : tone,
  });
  drawText(pen, '模拟收益率', margin, 342, { size: 14, role: 'text-3' });
}

function drawCurve(
  pen: Pen,
  { points, indexName }: Poster,
  { top, height }: { top: number; height: number },
): void {
  if (points.length < 2) return;
  const { context, paint } = pen;
  const { low, high, own, index } = shapeCurve(points);
  context.fillStyle = paint.color('control');
  context.fillRect(margin, top + (high * height) / (high - low), contentWidth, 1);
  const box = new DOMMatrix([contentWidth / 1000, 0, 0, height / 1000, margin, top]);
  const stroke = (path: string, role: string, width: number, dashes: number[]) => {
    const scaledPath = new Path2D();
    scaledPath.addPath(new Path2D(path), box);
    context.strokeStyle = paint.color(role);
    context.lineWidth = width;
    context.lineJoin = 'round';
    context.setLineDash(dashes);
    context.stroke(scaledPath);
    context.setLineDash([]);
  };
  if (index) {
    stroke(index, 'control', 1.5, [4, 4]);
    drawText(pen, `虚线为${indexName ?? '指数'}`, posterSize.width - margin, 342, {
      size: 13,
      align: 'right',
      role: 'text-3',
    });
  }
  stroke(own, 'accent', 2.5, []);
}

function drawFigures(pen: Pen, { figures }: Poster, top: number): void {
  const width = contentWidth / figures.length;
  for (const [index, { label, value }] of figures.entries()) {
    const x = margin + index * width;
    drawText(pen, label, x, top, { size: 13, role: 'text-3' });
    drawText(pen, value, x, top + 28, { size: 20, face: pen.paint.numberFont, maxWidth: width - 8 });
  }
}

function drawFoot(pen: Pen, { address, asOf }: Poster, top: number): void {
  const { context, paint } = pen;
  context.fillStyle = paint.color('rule');
  context.fillRect(margin, top - 24, contentWidth, 1);
  const edge = 116;
  drawQrCode(context, address, { left: margin, top, edge });
  const left = margin + edge + 20;
  const maxWidth = contentWidth - edge - 20;
  drawText(pen, '扫码看完整战绩', left, top + 28, { size: 20, face: pen.serif, weight: 700, maxWidth });
  drawText(pen, asOf, left, top + 56, { size: 13, role: 'text-3', maxWidth });
  drawText(pen, '模拟交易，不涉及真实资金，', left, top + 86, { size: 13, role: 'text-3', maxWidth });
  drawText(pen, '不构成投资建议。', left, top + 106, { size: 13, role: 'text-3', maxWidth });
}

/** Always dark on light, also in the dark theme: many scanners cannot read inverted codes. */
function drawQrCode(
  context: CanvasRenderingContext2D,
  address: string,
  { left, top, edge }: { left: number; top: number; edge: number },
): void {
  const { data, size } = encode(address, { border: 2, ecc: 'M' });
  context.fillStyle = '#fff';
  context.fillRect(left, top, edge, edge);
  context.fillStyle = '#000';
  const dotSize = edge / size;
  // The squares overlap slightly, so that no seam shows between them.
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(left + x * dotSize, top + y * dotSize, dotSize + 0.3, dotSize + 0.3);
}
