/** A reviewer decided an item; `details` is what its feature submitted with it. */
export type ModerationDecided = {
  id: string;
  kind: 'post' | 'reference' | 'comment';
  target: string;
  title: string;
  details: unknown;
  submittedBy: string | null;
  /** `changes`: sent back like a rejection, with the requested changes in `note`. */
  decision: 'approved' | 'rejected' | 'changes';
  note: string;
};

declare module '#kernel/events.ts' {
  interface Events {
    'moderation.decided': ModerationDecided;
  }
}
