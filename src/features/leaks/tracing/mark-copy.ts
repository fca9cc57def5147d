import { portalSecret, type Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { dayOf } from '#shared/dates.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';
import { toReaderNumber } from './reader-number.ts';
import { openSeals, type Seals } from './seal.ts';
import { toSigns } from './signs.ts';
import { findReaderName } from './trace-queries.ts';

export type MarkedCopy = { html: string; reader: { name: string; number: string } };

/**
 * Makes a paid body the copy of whoever asks for it: their marks woven in, and what is to be shown beside it. Nothing is
 * written, and nothing of it is stored. @returns null while the portal does not trace, and for a visitor
 */
export const markCopy =
  (settings: Settings) =>
  async (ctx: Context, { id, html }: { id: string; html: string }): Promise<MarkedCopy | null> => {
    const { actor } = ctx;
    if (actor.kind !== 'member' || !(await settings(ctx)).isTracing) return null;
    const { memberId } = actor;
    const { seals, secret } = await keysOf(ctx);
    const signs = toSigns(seals.seal({ memberId, postId: id, day: dayOf(ctx.now()) }));
    const name = (await findReaderName(ctx.db, memberId)) ?? '';
    return {
      html: weave(html, signs),
      reader: {
        name: `${name.slice(0, graphemeOffset(name, 1))}**`,
        number: toReaderNumber(secret, memberId),
      },
    };
  };

const sealsOf = perTenant(() => new Map<string, Seals>());

/** What a portal seals its copies by. Lost with it is what its old copies say. */
export async function keysOf(ctx: Pick<Context, 'db' | 'tenant'>): Promise<{ seals: Seals; secret: string }> {
  const secret = await portalSecret(ctx, 'copies');
  const held = sealsOf(ctx.tenant);
  const seals = held.get(secret) ?? openSeals(secret);
  held.set(secret, seals);
  return { seals, secret };
}

/** So many Han stand between two imprints: any passage of twice as many holds a whole one. */
const spacing = 40;
/** So many places further on one is looked for that parts no word. */
const patience = 10;

/** After these a word ends nearly always: names, and what is searched for on the page, stay in one piece. */
const endsWord = new Set('的了和与及在是将也都而或但对把被从向为等');

const token = /<(\/?)([a-z0-9]*)[^>]*>|[^<]+/g;
// Code, formulas, links (stocks' among them) and headings are left alone, and spans: a stock's code, a formula.
const untouched = new Set(['a', 'code', 'pre', 'kbd', 'math', 'h2', 'h3', 'h4', 'sup', 'sub', 'span']);

type Place = { at: number; han: number; isWordEnd: boolean };

/**
 * Puts a run of signs into a prepared body again and again: between two Han of one text, and nowhere else. The spans
 * keep it from whoever reads with the ears; they take no room.
 */
export function weave(html: string, signs: string): string {
  const imprint = `<span aria-hidden="true">${signs}</span>`;
  let out = '';
  let from = 0;
  for (const { at } of choose(placesOf(html))) {
    out += html.slice(from, at) + imprint;
    from = at;
  }
  return out + html.slice(from);
}

/** The first place and the last, so that no third of a text holds them all, and one after every forty Han. */
function choose(places: readonly Place[]): Place[] {
  const last = places.at(-1);
  const chosen: Place[] = [];
  let next = 0;
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index];
    if (!place || place.han < next || place === last) continue;
    const near = chosen.length === 0 ? [] : places.slice(index, index + patience);
    const found = near.find((other) => other.isWordEnd && other !== last) ?? place;
    chosen.push(found);
    next = found.han + spacing;
  }
  return last ? [...chosen, last] : chosen;
}

// What is walked was written by our own serialiser: `<` and `>` stand in tags alone, and every element is closed.
function placesOf(html: string): Place[] {
  const places: Place[] = [];
  let shut = 0;
  let han = 0;
  for (const { 0: piece, 1: slash, 2: name = '', index } of html.matchAll(token)) {
    if (untouched.has(name)) shut += slash ? -1 : 1;
    if (shut > 0 || piece.startsWith('<')) continue;
    let before = '';
    for (let at = 0; at < piece.length; ) {
      const code = piece.codePointAt(at) ?? 0;
      const char = isHan(code) ? String.fromCodePoint(code) : '';
      if (char && before) places.push({ at: index + at, han, isWordEnd: endsWord.has(before) });
      if (char) han += 1;
      before = char;
      at += code > 0xffff ? 2 : 1;
    }
  }
  return places;
}

const isHan = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0x3400 && code <= 0x4dbf) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0x2_0000 && code <= 0x3_ffff);
