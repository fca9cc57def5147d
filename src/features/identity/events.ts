/**
 * A member's account is being deleted for good. Listeners delete their personal data about the member in the same
 * transaction. Records that the law requires (orders) stay without the person's name.
 */
export type MemberDeleted = { memberId: string };

/** A person became a member. `from` is the post they were reading before they registered, if any. */
export type MemberRegistered = { memberId: string; from: string | null; at: Date };

/** A member accepted an invitation to the staff; `name` is the one they were invited by. */
export type StaffJoined = { memberId: string; name: string; permissions: readonly string[] };

/** A code that was mailed to the address was used, so its mailbox takes mail. */
export type EmailVerified = { address: string };

declare module '#kernel/events.ts' {
  interface Events {
    'member.deleted': MemberDeleted;
    'member.registered': MemberRegistered;
    'staff.joined': StaffJoined;
    'email.verified': EmailVerified;
  }
}
