import { unauthenticated } from './errors.ts';

/**
 * Who is asking. A blocked member reads as a visitor (PRODUCT §3), so the session resolver answers with a
 * visitor for them. `vipUntil` is in ms since the epoch, null when there is no running VIP membership.
 */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'member';
      readonly memberId: string;
      readonly sessionId: string;
      readonly permissions: ReadonlySet<string>;
      readonly vipUntil: number | null;
    };

export const visitor: Actor = { kind: 'visitor' };

export const holds = (actor: Actor, permission: string): boolean =>
  actor.kind === 'member' && actor.permissions.has(permission);

/** Whose things are asked for, where they are always the caller's own. @throws unauthenticated */
export function memberOf({ actor }: { actor: Actor }): string {
  if (actor.kind !== 'member') throw unauthenticated();
  return actor.memberId;
}
