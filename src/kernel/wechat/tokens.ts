import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { findToken, lockToken, type TokenKind, type TokenRow, upsertToken } from '../db/wechat-tokens.ts';

/** A token as WeChat issues it. */
export type IssuedToken = { value: string; lifeSeconds: number };

type Request = {
  kind: TokenKind;
  fetch: () => Promise<IssuedToken>;
  /** A token that WeChat no longer accepts: it is not returned again. */
  refused?: string | undefined;
  /** With `refused`: a younger token than this is returned all the same. */
  minAgeMs?: number;
};

/** Gives the token of a service account, and fetches it when there is none that is valid long enough. */
export type TokenStore = { take(request: Request): Promise<string> };

// WeChat issues the next token five minutes before the end of a token, and accepts both until then.
const marginMs = 300_000;
/** For this long after a failure the process does not ask again, so that a wrong secret does not flood WeChat. */
const pauseMs = 30_000;

type Cached = { value: string; fetchedAt: number; usableUntil: number };

/**
 * Stores tokens in the database, where all processes share them. An advisory lock lets one process fetch while the others
 * wait for its result; in a process, concurrent callers share one read. Times are the database's, so the clocks of several
 * machines need not agree.
 */
export function openTokenStore(ctx: Context, appId: string): TokenStore {
  const cached = new Map<TokenKind, Cached>();
  const pending = new Map<TokenKind, { refused: string | undefined; result: Promise<Cached> }>();
  const failed = new Map<TokenKind, { error: unknown; until: number }>();
  const nowMs = () => ctx.now().getTime();

  const isUsable = ({ value, fetchedAt, usableUntil }: Cached, { refused, minAgeMs = 0 }: Request) =>
    usableUntil > nowMs() && (value !== refused || fetchedAt > nowMs() - minAgeMs);

  async function load(request: Request): Promise<Cached> {
    const { kind, fetch } = request;
    // Holds the lock and a connection while WeChat answers, at most one per process and kind.
    return inTransaction(ctx, async (trx) => {
      await lockToken(trx, appId, kind);
      const stored = openRow(await findToken(trx, appId, kind));
      if (stored && isUsable(stored, request)) return stored;
      const startedAt = ctx.now();
      const issued = await fetch().catch((error: unknown) => {
        const isStillValid =
          stored && stored.value !== request.refused && stored.usableUntil + marginMs > nowMs() + pauseMs;
        if (!isStillValid) throw error;
        ctx.log.warn({ kind }, 'WeChat issued no new token; the old one is used until it ends');
        return null;
      });
      if (issued === null) return { ...(stored as Cached), usableUntil: nowMs() + pauseMs };
      const expiresAt = new Date(startedAt.getTime() + issued.lifeSeconds * 1000);
      const value = ctx.tenant.seals.seal(issued.value, 'secrets');
      const row = { value, fetched_at: startedAt, expires_at: expiresAt };
      await upsertToken(trx, appId, kind, row);
      return toCached(issued.value, row);
    });
  }

  // A token sealed with a key that was replaced is as good as none.
  function openRow(row: TokenRow | undefined): Cached | undefined {
    try {
      return row && toCached(ctx.tenant.seals.open(row.value, 'secrets'), row);
    } catch {
      return undefined;
    }
  }

  return {
    async take(request) {
      const { kind, refused } = request;
      const known = cached.get(kind);
      if (known && isUsable(known, request)) return known.value;
      const failure = failed.get(kind);
      if (failure && failure.until > nowMs()) throw failure.error;
      const running = pending.get(kind);
      if (running && running.refused === refused) return (await running.result).value;
      const result = load(request);
      const entry = { refused, result };
      pending.set(kind, entry);
      try {
        const token = await result;
        cached.set(kind, token);
        failed.delete(kind);
        return token.value;
      } catch (error) {
        failed.set(kind, { error, until: nowMs() + pauseMs });
        throw error;
      } finally {
        if (pending.get(kind) === entry) pending.delete(kind);
      }
    },
  };
}

const toCached = (value: string, { fetched_at, expires_at }: Omit<TokenRow, 'value'>): Cached => ({
  value,
  fetchedAt: fetched_at.getTime(),
  usableUntil: expires_at.getTime() - marginMs,
});

/** Stores nothing: for settings that are tried before they are saved. Fetches a token once. */
export function openTrialStore(): TokenStore {
  const tokens = new Map<TokenKind, string>();
  return {
    async take({ kind, fetch, refused }) {
      const known = tokens.get(kind);
      if (known !== undefined && known !== refused) return known;
      const { value } = await fetch();
      tokens.set(kind, value);
      return value;
    },
  };
}
