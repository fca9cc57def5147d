import { portalSecret, type Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { dayOf } from '#shared/dates.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';
import { toReaderNumber } from './reader-number.ts';
import { openSeals, type Seals } from './seal.ts';
import { findReaderName } from './trace-queries.ts';
import { toZeroWidth } from './zero-width.ts';

export type WatermarkedCopy = { html: string; reader: { name: string; number: string } };

/**
 * Turns a paid body into the caller's copy: embeds the watermark and returns the text to show beside it. Nothing is
 * stored. @returns null while tracing is off, and for a visitor
 */
export const watermarkCopy =
  (settings: Settings) =>
  async (ctx: Context, { id, html }: { id: string; html: string }): Promise<WatermarkedCopy | null> => {
    const { actor } = ctx;
    if (actor.kind !== 'member' || !(await settings(ctx)).isTracing) return null;
    const { memberId } = actor;
    const { seals, secret } = await tracingKeysOf(ctx);
    const chars = toZeroWidth(seals.seal({ memberId, postId: id, day: dayOf(ctx.now()) }));
    const name = (await findReaderName(ctx.db, memberId)) ?? '';
    return {
      html: embedWatermarks(html, chars),
      reader: {
        name: `${name.slice(0, graphemeOffset(name, 1))}**`,
        number: toReaderNumber(secret, memberId),
      },
    };
  };

const sealsOf = perTenant(() => new Map<string, Seals>());

/** Returns the keys that seal a portal's copies. If they are lost, old copies can no longer be traced. */
export async function tracingKeysOf(
  ctx: Pick<Context, 'db' | 'tenant'>,
): Promise<{ seals: Seals; secret: string }> {
  const secret = await portalSecret(ctx, 'copies');
  const cached = sealsOf(ctx.tenant);
  const seals = cached.get(secret) ?? openSeals(secret);
  cached.set(secret, seals);
  return { seals, secret };
}

/** Han characters between two watermarks: any passage of twice this length contains an intact one. */
const hanPerWatermark = 40;
/** How many positions further on to look for one that does not split a word. */
const maxLookahead = 10;

/** Characters after which a word nearly always ends. Names and likely search terms on the page stay in one piece. */
const wordEndings = new Set('的了和与及在是将也都而或但对把被从向为等');

const token = /<(\/?)([a-z0-9]*)[^>]*>|[^<]+/g;
// No watermarks in code, formulas, links (such as stock links) and headings, nor in spans, which hold stock codes and
// formulas.
const skippedTags = new Set(['a', 'code', 'pre', 'kbd', 'math', 'h2', 'h3', 'h4', 'sup', 'sub', 'span']);

type InsertionPoint = { at: number; han: number; isWordEnd: boolean };

/**
 * Embeds a run of zero-width characters in a prepared body repeatedly, only between two Han characters of one text
 * node. The spans hide it from screen readers; they take no space.
 */
export function embedWatermarks(html: string, chars: string): string {
  const watermark = `<span aria-hidden="true">${chars}</span>`;
  let out = '';
  let from = 0;
  for (const { at } of choosePoints(findInsertionPoints(html))) {
    out += html.slice(from, at) + watermark;
    from = at;
  }
  return out + html.slice(from);
}

/**
 * Chooses the first and the last position, so that no third of a text contains all watermarks, and one every forty Han
 * characters.
 */
function choosePoints(points: readonly InsertionPoint[]): InsertionPoint[] {
  const last = points.at(-1);
  const chosen: InsertionPoint[] = [];
  let next = 0;
  for (let index = 0; index < points.length; index += 1) {
    const point = points[index];
    if (!point || point.han < next || point === last) continue;
    const candidates = chosen.length === 0 ? [] : points.slice(index, index + maxLookahead);
    const found = candidates.find((other) => other.isWordEnd && other !== last) ?? point;
    chosen.push(found);
    next = found.han + hanPerWatermark;
  }
  return last ? [...chosen, last] : chosen;
}

// The HTML comes from our own serialiser: `<` and `>` occur only in tags, and every element is closed.
function findInsertionPoints(html: string): InsertionPoint[] {
  const points: InsertionPoint[] = [];
  let skipDepth = 0;
  let han = 0;
  for (const { 0: chunk, 1: slash, 2: name = '', index } of html.matchAll(token)) {
    if (skippedTags.has(name)) skipDepth += slash ? -1 : 1;
    if (skipDepth > 0 || chunk.startsWith('<')) continue;
    let before = '';
    for (let at = 0; at < chunk.length; ) {
      const code = chunk.codePointAt(at) ?? 0;
      const char = isHan(code) ? String.fromCodePoint(code) : '';
      if (char && before) points.push({ at: index + at, han, isWordEnd: wordEndings.has(before) });
      if (char) han += 1;
      before = char;
      at += code > 0xffff ? 2 : 1;
    }
  }
  return points;
}

const isHan = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0x3400 && code <= 0x4dbf) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0x2_0000 && code <= 0x3_ffff);
