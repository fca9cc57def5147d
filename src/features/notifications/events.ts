/** A member ended a subscription by the link of a letter. */
export type LetterRefused = { memberId: string; letterId: string };

declare module '#kernel/events.ts' {
  interface Events {
    'letters.refused': LetterRefused;
  }
}
