/** What readers see of an author has changed: name, title, picture or who is behind it. */
export type AuthorsChanged = { id: string };

/** An author's pieces and followers belong to another one from now on; itself it is about to go. */
export type AuthorsMerged = { id: string; into: string };

/** An author is about to be deleted, in this transaction: a listener to whom it matters refuses by throwing. */
export type AuthorsDeleting = { id: string; name: string };

/** Staff have said whether an author is qualified as they say; `memberId` null where nobody is behind the author. */
export type QualificationDecided = {
  id: string;
  memberId: string | null;
  decision: 'verified' | 'refused';
  note: string;
};

declare module '#kernel/events.ts' {
  interface Events {
    'authors.changed': AuthorsChanged;
    'authors.merged': AuthorsMerged;
    'authors.deleting': AuthorsDeleting;
    'authors.qualificationDecided': QualificationDecided;
  }
}
