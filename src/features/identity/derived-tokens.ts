import { createHmac } from 'node:crypto';
import { portalSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';

/**
 * What a client gives up in a one-time exchange, such as a refresh token. All of it must be secret to that client
 * together, and none of it is stored in clear.
 */
export type Exchanged = readonly string[];

/** How long a client whose answer was lost may repeat an exchange, and gets the same result (docs/product.md §18). */
export const repeatMs = 30_000;

/**
 * Derives a token from what was exchanged for it and a key of the portal, so that a repeated exchange has the same result
 * although tokens are stored as hashes only. It is as long and as hard to guess as a token of `newToken`.
 */
export async function deriveToken(ctx: Context, use: string, exchanged: Exchanged): Promise<string> {
  const key = await portalSecret(ctx, 'exchanges');
  return createHmac('sha256', key)
    .update(JSON.stringify([use, ...exchanged]))
    .digest('base64url');
}

export type IssuedTokens = { token: string; refreshToken: string };

/** Derives the tokens of the session that an exchange begins or continues. */
export async function deriveTokens(ctx: Context, exchanged: Exchanged): Promise<IssuedTokens> {
  const [token, refreshToken] = await Promise.all([
    deriveToken(ctx, 'access', exchanged),
    deriveToken(ctx, 'refresh', exchanged),
  ]);
  return { token, refreshToken };
}
