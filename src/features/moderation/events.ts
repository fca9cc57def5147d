/** A reviewer decided something that waited; `details` is what was given with it when it was put there. */
export type ModerationDecided = {
  id: string;
  kind: 'post' | 'reference' | 'comment';
  target: string;
  title: string;
  details: unknown;
  submittedBy: string | null;
  /** `changes`: sent back like a rejection, with what is to be done in `note`. */
  decision: 'approved' | 'rejected' | 'changes';
  note: string;
};

declare module '#kernel/events.ts' {
  interface Events {
    'moderation.decided': ModerationDecided;
  }
}
