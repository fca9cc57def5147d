import { portalSecret, type Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { dayOf } from '#shared/dates.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';
import { toReaderNumber } from './reader-number.ts';
import { openSeals, type Seals } from './seal.ts';
import { toSigns } from './signs.ts';
import { findReaderName } from './trace-queries.ts';
import { weave } from './weave.ts';

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
