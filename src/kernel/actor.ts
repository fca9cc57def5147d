import { unauthenticated } from './errors.ts';

/**
 * The caller of a request. The session resolver returns a visitor for a blocked member (docs/product.md §13).
 * `vipUntil` is in ms since the epoch, null without a running VIP membership.
 */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'member';
      readonly memberId: string;
      readonly sessionId: string;
      readonly permissions: ReadonlySet<string>;
      readonly vipUntil: number | null;
      /** The columns, and those below them, that a member of staff is limited to; absent for all. */
      readonly columnIds?: readonly string[];
      /** The key that a program makes its calls with, instead of a session (docs/product.md §30). */
      readonly apiKey?: { readonly id: string; readonly name: string };
    };

export const visitor: Actor = { kind: 'visitor' };

export const hasPermission = (actor: Actor, permission: string): boolean =>
  actor.kind === 'member' && actor.permissions.has(permission);

/** Returns the id of the logged-in caller, for calls that only touch the caller's own data. @throws unauthenticated */
export function requireMemberId({ actor }: { actor: Actor }): string {
  if (actor.kind !== 'member') throw unauthenticated();
  return actor.memberId;
}

/** The permission to write one's own posts. A contributor is not staff. */
const contributing = 'content.contribute';

/**
 * Returns the member on whose share of costly work a call counts, also a contributor; undefined for staff and for the
 * portal itself.
 */
export const workOwnerOf = ({ actor }: { actor: Actor }): string | undefined =>
  actor.kind === 'member' && [...actor.permissions].every((permission) => permission === contributing)
    ? actor.memberId
    : undefined;
