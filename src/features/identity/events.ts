/**
 * A member's account is being deleted for good. Listeners delete what they keep of the person, in the same
 * transaction; what the law wants kept (orders) stays, and names nobody any more.
 */
export type MemberDeleted = { memberId: string };

/** Somebody became a member. `from` is the piece they were reading when they went to register, if there was one. */
export type MemberRegistered = { memberId: string; from: string | null; at: Date };

declare module '#kernel/events.ts' {
  interface Events {
    'member.deleted': MemberDeleted;
    'member.registered': MemberRegistered;
  }
}
