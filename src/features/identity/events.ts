/**
 * A member's account is being deleted for good. Listeners delete what they keep of the person, in the same
 * transaction; what the law wants kept (orders) stays, and names nobody any more.
 */
export type MemberDeleted = { memberId: string };

declare module '#kernel/events.ts' {
  interface Events {
    'member.deleted': MemberDeleted;
  }
}
