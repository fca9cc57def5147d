import { encode } from 'uqr';
import type { Tone } from '#shared/market.ts';
import type { Paint } from '#ui/charts/paint.ts';
import { type CurvePoint, shapeCurve } from './curve-shape.ts';

export interface Poster {
  site: string;
  season: string;
  player: string;
  /** e.g. 总榜第 3 名. */
  place: string;
  gain: string;
  tone: Tone;
  figures: readonly { label: string; value: string }[];
  /** From the start on; empty where there is no curve yet. */
  points: readonly CurvePoint[];
  /** e.g. 截至 2026-11-20 收盘. */
  asOf: string;
  indexName: string | null;
  /** What the code leads to. */
  address: string;
}

/** In CSS px; the picture has twice as many each way. */
export const posterSize = { width: 540, height: 860 } as const;
const scale = 2;
const margin = 40;
const inner = posterSize.width - 2 * margin;

type Pen = { at: CanvasRenderingContext2D; paint: Paint; serif: string; sans: string };

/**
 * Draws a player's result with nothing but what is on the page: no picture, no script and no font is fetched.
 * @throws Error where the browser has no canvas
 */
export function drawPoster(canvas: HTMLCanvasElement, poster: Poster, paint: Paint): void {
  canvas.width = posterSize.width * scale;
  canvas.height = posterSize.height * scale;
  const at = canvas.getContext('2d');
  if (!at) throw new Error('this browser has no canvas');
  at.scale(scale, scale);
  const face = (name: string) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--font-${name}`).trim();
  const pen: Pen = { at, paint, serif: face('serif'), sans: face('sans') };
  at.fillStyle = paint.c('page');
  at.fillRect(0, 0, posterSize.width, posterSize.height);
  drawHead(pen, poster);
  drawResult(pen, poster);
  drawCurve(pen, poster, { top: 372, height: 200 });
  drawFigures(pen, poster, 612);
  drawFoot(pen, poster, 700);
}

type Look = {
  size: number;
  face?: string;
  weight?: number;
  role?: string;
  align?: CanvasTextAlign;
  most?: number;
};

function write({ at, paint, sans }: Pen, text: string, x: number, y: number, look: Look): number {
  const { size, face = sans, weight = 400, role = 'text', align = 'left', most = inner } = look;
  at.font = `${weight} ${size}px ${face}`;
  at.textAlign = align;
  at.textBaseline = 'alphabetic';
  at.fillStyle = paint.c(role);
  const shown = shorten(at, text, most);
  at.fillText(shown, x, y);
  return at.measureText(shown).width;
}

/** As much as fits, by what a reader sees as a character. */
function shorten(at: CanvasRenderingContext2D, text: string, most: number): string {
  if (at.measureText(text).width <= most) return text;
  const parts = [...new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
  while (parts.length > 1 && at.measureText(`${parts.join('')}…`).width > most) parts.pop();
  return `${parts.join('')}…`;
}

function drawHead(pen: Pen, { site, season }: Poster): void {
  const { at, paint, serif } = pen;
  write(pen, site, margin, 68, { size: 30, face: serif, weight: 700, most: 260 });
  const mark = '模拟';
  at.font = `700 14px ${pen.sans}`;
  const width = at.measureText(mark).width + 14;
  const left = posterSize.width - margin - width;
  at.strokeStyle = paint.c('accent');
  at.lineWidth = 1.2;
  at.strokeRect(left, 48, width, 24);
  write(pen, mark, left + 7, 65, { size: 14, weight: 700, role: 'accent' });
  write(pen, '股神争霸', left - 10, 65, { size: 15, align: 'right', role: 'text-2' });
  at.fillStyle = paint.c('rule-strong');
  at.fillRect(margin, 88, inner, 3);
  at.fillRect(margin, 93, inner, 1);
  write(pen, season, margin, 128, { size: 16, role: 'text-2' });
}

function drawResult(pen: Pen, { player, place, gain, tone }: Poster): void {
  write(pen, player, margin, 180, { size: 38, face: pen.serif, weight: 700 });
  write(pen, place, margin, 218, { size: 20, face: pen.serif, weight: 700, role: 'accent' });
  const { figures } = pen.paint;
  write(pen, gain, margin, 312, {
    size: 76,
    face: figures,
    weight: 500,
    role: tone === 'flat' ? 'text' : tone,
  });
  write(pen, '模拟收益率', margin, 342, { size: 14, role: 'text-3' });
}

function drawCurve(
  pen: Pen,
  { points, indexName }: Poster,
  { top, height }: { top: number; height: number },
): void {
  if (points.length < 2) return;
  const { at, paint } = pen;
  const { low, high, own, index } = shapeCurve(points);
  at.fillStyle = paint.c('control');
  at.fillRect(margin, top + (high * height) / (high - low), inner, 1);
  const box = new DOMMatrix([inner / 1000, 0, 0, height / 1000, margin, top]);
  const stroke = (path: string, role: string, width: number, dashes: number[]) => {
    const placed = new Path2D();
    placed.addPath(new Path2D(path), box);
    at.strokeStyle = paint.c(role);
    at.lineWidth = width;
    at.lineJoin = 'round';
    at.setLineDash(dashes);
    at.stroke(placed);
    at.setLineDash([]);
  };
  if (index) {
    stroke(index, 'control', 1.5, [4, 4]);
    write(pen, `虚线为${indexName ?? '指数'}`, posterSize.width - margin, 342, {
      size: 13,
      align: 'right',
      role: 'text-3',
    });
  }
  stroke(own, 'accent', 2.5, []);
}

function drawFigures(pen: Pen, { figures }: Poster, top: number): void {
  const width = inner / figures.length;
  for (const [place, { label, value }] of figures.entries()) {
    const x = margin + place * width;
    write(pen, label, x, top, { size: 13, role: 'text-3' });
    write(pen, value, x, top + 28, { size: 20, face: pen.paint.figures, most: width - 8 });
  }
}

function drawFoot(pen: Pen, { address, asOf }: Poster, top: number): void {
  const { at, paint } = pen;
  at.fillStyle = paint.c('rule');
  at.fillRect(margin, top - 24, inner, 1);
  const edge = 116;
  drawCode(at, address, { left: margin, top, edge });
  const left = margin + edge + 20;
  const most = inner - edge - 20;
  write(pen, '扫码看完整战绩', left, top + 28, { size: 20, face: pen.serif, weight: 700, most });
  write(pen, asOf, left, top + 56, { size: 13, role: 'text-3', most });
  write(pen, '模拟交易，不涉及真实资金，', left, top + 86, { size: 13, role: 'text-3', most });
  write(pen, '不构成投资建议。', left, top + 106, { size: 13, role: 'text-3', most });
}

/** Dark on light by day and by night, as readers of such codes need it. */
function drawCode(
  at: CanvasRenderingContext2D,
  address: string,
  { left, top, edge }: { left: number; top: number; edge: number },
): void {
  const { data, size } = encode(address, { border: 2, ecc: 'M' });
  at.fillStyle = '#fff';
  at.fillRect(left, top, edge, edge);
  at.fillStyle = '#000';
  const dot = edge / size;
  // Dots overlap by a hair, so that no seam shows between them.
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) at.fillRect(left + x * dot, top + y * dot, dot + 0.3, dot + 0.3);
}
