import { LRUCache } from 'lru-cache';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { dayMs } from '#shared/dates.ts';
import type { SecurityBurst } from './events.ts';
import { countSecurityEvents, deleteSecurityEvents, insertEntry } from './queries.ts';

/** Kinds of events by their action in the log (ASVS 16.3), with the log level of the process. */
const logLevels = {
  logIn: 'info',
  logInFailed: 'warn',
  lockedOut: 'warn',
  sessionReused: 'warn',
  refused: 'warn',
  accountChanged: 'info',
  noticeForged: 'warn',
} as const;

export type SecurityKind = keyof typeof logLevels;

export type SecurityEvent = {
  kind: SecurityKind;
  /** The member concerned, if known; else a masked identifier of the account. */
  memberId: string | null;
  address: string;
  /** Details such as method, account or call; never a secret. */
  details?: Readonly<Record<string, string>>;
  /** Further details, which the sender can vary at will: another one is still the same event for the limit of repetitions. */
  about?: Readonly<Record<string, string>>;
};

// A client can repeat a refused call without limit, so each process records the same refusal once in this time.
const repeatMs = 15 * 60_000;
const repeatable = new Set<SecurityKind>(['lockedOut', 'refused', 'noticeForged']);
const recentlyRecorded = perTenant(() => new LRUCache<string, true>({ max: 10_000, ttl: repeatMs }));

/**
 * Writes an event to the security log, 操作日志 › 安全, and to the log of the process. With `trx` it commits with the
 * change it is about; without, a failure to write is logged and does not affect the caller.
 */
export async function recordSecurityEvent(
  ctx: Context,
  { kind, memberId, address, details = {}, about = {} }: SecurityEvent,
  trx?: Trx,
): Promise<void> {
  const eventKey = JSON.stringify([kind, memberId, address, details]);
  const recorded = recentlyRecorded(ctx.tenant);
  if (repeatable.has(kind) && recorded.has(eventKey)) return;
  recorded.set(eventKey, true);
  ctx.log[logLevels[kind]]({ security: kind, memberId, address, ...details, ...about }, 'security event');
  const entry = {
    member_id: memberId,
    action: `security.${kind}`,
    target: memberId === null ? 'visitor' : `member:${memberId}`,
    before: undefined,
    after: { address, ...details, ...about },
  };
  if (trx) return insertEntry(trx, entry);
  await insertEntry(ctx.db, entry).catch((error) =>
    ctx.log.error({ err: error }, 'a security event could not be written'),
  );
}

/** The kinds that count towards a burst. */
const failureLabels: Readonly<Partial<Record<SecurityKind, string>>> = {
  logInFailed: '登录失败',
  lockedOut: '登录被锁定',
  sessionReused: '续期凭证被重用',
  refused: '越权操作',
  noticeForged: '伪造的支付通知',
};
const windowMinutes = 15;
const burstCount = 100;
const minBurstIntervalMs = 60 * 60_000;
/** The Cybersecurity Law (art. 23) requires at least six months. */
const retentionDays = 183;

/** Emits `security.burst` when the failures of the last quarter of an hour are unusually many, at most once an hour. */
export const detectSecurityBurst = (ctx: Context): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const now = ctx.now().getTime();
    const counted = await countSecurityEvents(trx, new Date(now - windowMinutes * 60_000));
    const counts = Object.entries(failureLabels).flatMap(([kind, label]) => {
      const count = counted.get(`security.${kind}`) ?? 0;
      return count > 0 ? [{ label, count }] : [];
    });
    if (counts.reduce((sum, { count }) => sum + count, 0) < burstCount) return;
    const recent = await countSecurityEvents(trx, new Date(now - minBurstIntervalMs));
    if (recent.has('security.burst')) return;
    const event: SecurityBurst = { counts, minutes: windowMinutes };
    const after = Object.fromEntries(counts.map(({ label, count }) => [label, String(count)]));
    await insertEntry(trx, {
      member_id: null,
      action: 'security.burst',
      target: 'visitor',
      before: undefined,
      after,
    });
    await ctx.events.emit(ctx, trx, 'security.burst', event);
  });

/** Deletes security events older than six months; actions of staff are kept. */
export const tidySecurity = (ctx: Context): Promise<void> =>
  deleteSecurityEvents(ctx.db, new Date(ctx.now().getTime() - retentionDays * dayMs));
