import { encode } from 'uqr';
import { xmlText } from '#shared/text/xml.ts';
import { breakLines, readBreaks, toPieces } from './break-lines.ts';
import { type SerifFont, systemFonts, type Weight } from './font.ts';

/** A picture to draw over `place`, in px; it fills its place and is cropped. */
export type Place = { left: number; top: number; width: number; height: number };
export type Drawing = {
  svg: string;
  width: number;
  height: number;
  cover: Place | null;
  logo: Place | null;
};

export type ShareBrand = {
  name: string;
  motto: string;
  /** Colour of the seal and of lines. */
  fill: string;
  /** Path data of the seal; empty: the first character of the name. */
  seal: string;
  /** Width by height of the logo, which replaces seal and name. */
  logoRatio: number | null;
};

export type ShareInput = {
  form: 'card' | 'poster' | 'quote';
  brand: ShareBrand;
  /** The title with the break marks of `breakHeadline`. */
  breaks: string;
  column: string;
  /** The names of all authors, as they are shown. */
  authors: string;
  /** For example 2026 年 11 月 20 日. */
  date: string;
  /** Whether it is a flash: shown with its time, and its text as large as fits. */
  isFlash: boolean;
  /** Open text below the title. */
  summary: string;
  /** For example VIP; empty for what everyone may read. */
  access: string;
  hasCover: boolean;
  /** The sentence with break marks; of a quote only. */
  quote: string;
  /** The address in the QR code. */
  address: string;
};

const paper = '#fcfbf8';
const ink = '#17191b';
const ink2 = '#46494c';
const ink3 = '#64676a';
const rule = '#d6d3cc';

type TextStyle = { size: number; weight?: Weight; fill?: string; align?: 'left' | 'right' };

/** Draws texts as outlines into an SVG document. */
class Canvas {
  readonly #font: SerifFont;
  readonly #parts: string[] = [];
  readonly width: number;
  constructor(font: SerifFont, width: number) {
    this.#font = font;
    this.width = width;
  }

  measure(text: string, { size, weight = 400 }: TextStyle): number {
    let advance = 0;
    for (const character of text) advance += this.#font.glyph(character, weight).advance;
    return (advance * size) / 1000;
  }

  /** Draws a line with its baseline at `y`. */
  text(text: string, x: number, y: number, style: TextStyle): number {
    const { size, weight = 400, fill = ink, align = 'left' } = style;
    const width = this.measure(text, style);
    let left = align === 'right' ? x - width : x;
    const scale = round(size / 1000);
    for (const character of text) {
      const glyph = this.#font.glyph(character, weight);
      if ('text' in glyph)
        this.add(
          `<text x="${round(left)}" y="${y}" font-family="${systemFonts}" font-size="${size}" font-weight="${weight}" fill="${fill}">${xmlText(glyph.text)}</text>`,
        );
      else if (glyph.path)
        this.add(
          `<path transform="translate(${round(left)} ${round(y)}) scale(${scale} -${scale})" fill="${fill}" d="${glyph.path}"/>`,
        );
      left += (glyph.advance * size) / 1000;
    }
    return width;
  }

  /** Draws a line that is shortened to `maxWidth`. @returns its width */
  fitted(text: string, x: number, y: number, maxWidth: number, style: TextStyle): number {
    const measure = (part: string) => this.measure(part, style);
    const [line = ''] = breakLines([toPieces(text)], measure, maxWidth, 1).lines;
    return this.text(line, x, y, style);
  }

  rect(x: number, y: number, width: number, height: number, fill: string): void {
    this.add(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`);
  }

  add(markup: string): void {
    this.#parts.push(markup);
  }

  toSvg(height: number): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${height}"><rect width="${this.width}" height="${height}" fill="${paper}"/>${this.#parts.join('')}</svg>`;
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

type Block = { lines: string[]; size: number; leading: number };

/** Sets a text in the largest of the sizes in which it has at most so many lines and this height. */
function fitText(
  canvas: Canvas,
  clauses: readonly (readonly string[])[],
  width: number,
  { sizes, maxLines, maxHeight, leading = 1.34, weight = 700 }: FitOptions,
): Block {
  let block: Block = { lines: [], size: 0, leading: 0 };
  for (const size of sizes) {
    const rows = Math.max(1, Math.min(maxLines, Math.floor(maxHeight / (size * leading))));
    const measure = (text: string) => canvas.measure(text, { size, weight });
    const { lines, isCut } = breakLines(clauses, measure, width, rows);
    block = { lines, size, leading: Math.round(size * leading) };
    if (!isCut) break;
  }
  return block;
}
type FitOptions = {
  sizes: readonly number[];
  maxLines: number;
  maxHeight: number;
  leading?: number;
  weight?: Weight;
};

/** Draws a block with its top at `top`. @returns its bottom */
function drawBlock(
  canvas: Canvas,
  { lines, size, leading }: Block,
  x: number,
  top: number,
  style: Omit<TextStyle, 'size'>,
): number {
  lines.forEach((line, index) => {
    // The left half of these marks is empty: without it they are flush with the other lines.
    const inset = /^[“‘（《〈【]/u.test(line) ? canvas.measure(line[0] ?? '', { ...style, size }) / 2 : 0;
    canvas.text(line, x - inset, Math.round(top + index * leading + size * 0.92 + (leading - size) / 2), {
      ...style,
      size,
    });
  });
  return top + lines.length * leading;
}

/** Draws seal and name, or leaves the place of the logo. @returns where the logo belongs, and the width of the brand */
function drawBrandRow(
  canvas: Canvas,
  { name, fill, seal, logoRatio }: ShareBrand,
  { x, y, size, maxWidth }: { x: number; y: number; size: number; maxWidth: number },
): { logo: Place | null; width: number } {
  if (logoRatio !== null) {
    const width = Math.round(Math.min(maxWidth, size * 1.1 * logoRatio));
    const height = Math.round(width / logoRatio);
    return { logo: { left: x, top: Math.round(y + (size - height) / 2), width, height }, width };
  }
  const scale = size / 44;
  canvas.rect(x, y, size, size, fill);
  const [first = ''] = name;
  if (seal)
    canvas.add(
      `<path transform="translate(${x} ${y}) scale(${round(scale)})" d="${seal}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>`,
    );
  else {
    const style: TextStyle = { size: size * 0.66, weight: 700, fill: '#fff' };
    canvas.text(first, x + (size - canvas.measure(first, style)) / 2, y + size * 0.74, style);
  }
  const nameX = x + size + size * 0.3;
  const style: TextStyle = { size: size * 0.78, weight: 700 };
  const width = canvas.fitted(name, nameX, y + size * 0.78, maxWidth - size * 1.3, style);
  return { logo: null, width: nameX - x + width };
}

/** 文武线: a thick line and a thin one. */
function drawDoubleRule(canvas: Canvas, x: number, y: number, width: number): void {
  canvas.rect(x, y, width, 4, ink);
  canvas.rect(x, y + 8, width, 1.5, ink);
}

const byline = ({ authors, date }: ShareInput): string => [authors, date].filter(Boolean).join('　');

function drawCard(canvas: Canvas, input: ShareInput): Omit<Drawing, 'svg' | 'width'> {
  const height = 630;
  const margin = 64;
  const cover: Place | null = input.hasCover ? { left: 800, top: 0, width: 400, height } : null;
  const right = cover ? cover.left - 48 : canvas.width - margin;
  const width = right - margin;
  const columnStyle: TextStyle = { size: 26, fill: ink3, align: 'right' };
  const columnWidth = Math.min(width * 0.4, canvas.measure(input.column, columnStyle));
  const { logo } = drawBrandRow(canvas, input.brand, {
    x: margin,
    y: 48,
    size: 52,
    maxWidth: width - columnWidth - 32,
  });
  canvas.text(clip(canvas, input.column, columnWidth, columnStyle), right, 86, columnStyle);
  drawDoubleRule(canvas, margin, 124, width);
  const title = fitText(canvas, readBreaks(input.breaks), width, {
    sizes: cover ? [60, 54, 48, 42, 36, 32] : [76, 68, 60, 52, 44, 40],
    maxLines: 9,
    maxHeight: 370,
  });
  const free = 360 - title.lines.length * title.leading;
  drawBlock(canvas, title, margin, 150 + Math.max(0, Math.min(free * 0.28, 60)), { weight: 700 });
  const byWidth = canvas.fitted(byline(input), margin, 566, width, { size: 26, fill: ink2 });
  const mottoStyle: TextStyle = { size: 24, fill: ink3, align: 'right' };
  const { motto } = input.brand;
  if (motto && byWidth + canvas.measure(motto, mottoStyle) + 40 < width)
    canvas.text(motto, right, 566, mottoStyle);
  canvas.rect(0, height - 16, cover ? cover.left : canvas.width, 16, input.brand.fill);
  return { height, cover, logo };
}

const clip = (canvas: Canvas, text: string, maxWidth: number, style: TextStyle): string =>
  breakLines([toPieces(text)], (part) => canvas.measure(part, style), maxWidth + 1, 1).lines[0] ?? '';

const margin = 84;

function drawHead(canvas: Canvas, input: ShareInput): Place | null {
  const width = canvas.width - 2 * margin;
  const columnStyle: TextStyle = { size: 32, fill: ink3, align: 'right' };
  const columnWidth = Math.min(width * 0.4, canvas.measure(input.column, columnStyle));
  const { logo } = drawBrandRow(canvas, input.brand, {
    x: margin,
    y: 76,
    size: 68,
    maxWidth: width - columnWidth - 40,
  });
  canvas.text(clip(canvas, input.column, columnWidth, columnStyle), canvas.width - margin, 124, columnStyle);
  drawDoubleRule(canvas, margin, 172, width);
  return logo;
}

/** Draws the QR code and what is beside it. @returns the height of the picture */
function drawFoot(canvas: Canvas, { brand, address, access }: ShareInput, top: number): number {
  const width = canvas.width - 2 * margin;
  canvas.rect(margin, top, width, 1.5, rule);
  const edge = 208;
  const y = top + 40;
  const { data, size } = encode(address, { border: 2, ecc: 'M' });
  const dots = data.flatMap((row, rowY) => row.map((dark, x) => (dark ? `M${x} ${rowY}h1v1h-1z` : '')));
  canvas.rect(margin, y, edge, edge, '#fff');
  canvas.add(
    `<path transform="translate(${margin} ${y}) scale(${edge / size})" shape-rendering="crispEdges" fill="#000" d="${dots.join('')}"/>`,
  );
  const x = margin + edge + 40;
  const textWidth = width - edge - 40;
  canvas.fitted('长按或扫码，阅读原文', x, y + 66, textWidth, { size: 38, weight: 700 });
  canvas.fitted(access || brand.name, x, y + 122, textWidth, { size: 29, fill: access ? brand.fill : ink2 });
  if (brand.motto) canvas.fitted(brand.motto, x, y + 172, textWidth, { size: 27, fill: ink3 });
  const height = y + edge + 76;
  canvas.rect(0, height - 20, canvas.width, 20, brand.fill);
  return height;
}

function drawPoster(canvas: Canvas, input: ShareInput): Omit<Drawing, 'svg' | 'width'> {
  const width = canvas.width - 2 * margin;
  const logo = drawHead(canvas, input);
  let y = 216;
  const cover: Place | null = input.hasCover
    ? { left: margin, top: y, width, height: Math.round((width * 9) / 16) }
    : null;
  if (cover) y = cover.top + cover.height + 20;
  if (input.isFlash) {
    canvas.text(input.date, margin, y + 64, { size: 40, weight: 700, fill: input.brand.fill });
    y += 92;
  }
  const title = fitText(canvas, readBreaks(input.breaks), width, {
    sizes: [72, 64, 56, 50],
    maxLines: 12,
    maxHeight: 800,
  });
  y = drawBlock(canvas, title, margin, y + 20, { weight: 700 }) + 28;
  if (input.summary) {
    const summary = fitText(canvas, [toPieces(input.summary)], width, {
      sizes: input.isFlash ? [40, 36] : [35],
      maxLines: input.isFlash ? 10 : 6,
      maxHeight: 900,
      leading: 1.7,
      weight: 400,
    });
    y = drawBlock(canvas, summary, margin, y, { fill: ink2 }) + 28;
  }
  const by = input.isFlash ? input.authors : byline(input);
  canvas.fitted(by, margin, y + 40, width, { size: 30, fill: ink3 });
  // Short posts get the proportions of a sheet of paper too.
  const footTop = Math.max(y + 92, 1440 - 344);
  return { height: drawFoot(canvas, input, footTop), cover, logo };
}

function drawQuote(canvas: Canvas, input: ShareInput): Omit<Drawing, 'svg' | 'width'> {
  const width = canvas.width - 2 * margin;
  const logo = drawHead(canvas, input);
  canvas.text('“', margin - 115, 400, { size: 230, weight: 700, fill: input.brand.fill });
  const quote = fitText(canvas, readBreaks(input.quote), width, {
    sizes: [64, 56, 50, 44],
    maxLines: 14,
    maxHeight: 900,
    leading: 1.62,
    weight: 400,
  });
  let y = drawBlock(canvas, quote, margin, 340, {});
  canvas.text('”', canvas.width - margin + 115, y + 190, {
    size: 230,
    weight: 700,
    fill: input.brand.fill,
    align: 'right',
  });
  y += 110;
  const title = fitText(canvas, readBreaks(input.breaks), width - 180, {
    sizes: [36],
    maxLines: 3,
    maxHeight: 300,
    leading: 1.45,
  });
  y = drawBlock(canvas, title, margin, y, { weight: 700 }) + 8;
  canvas.fitted(byline(input), margin, y + 36, width - 180, { size: 29, fill: ink3 });
  return { height: drawFoot(canvas, input, Math.max(y + 88, 1440 - 344)), cover: null, logo };
}

const drawers = { card: drawCard, poster: drawPoster, quote: drawQuote };

/** Draws a picture of a post as SVG; cover and logo are put on it afterwards. */
export async function drawShare(font: SerifFont, input: ShareInput): Promise<Drawing> {
  const { brand, breaks, column, authors, date, summary, quote, access } = input;
  const fixed = '长按或扫码，阅读原文“”…　';
  const texts = [brand.name, brand.motto, breaks, column, authors, date, summary, quote, access, fixed];
  await font.load(texts, 400);
  await font.load(texts, 700);
  const canvas = new Canvas(font, input.form === 'card' ? 1200 : 1080);
  const drawn = drawers[input.form](canvas, input);
  return { ...drawn, width: canvas.width, svg: canvas.toSvg(drawn.height) };
}
