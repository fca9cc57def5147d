/** The public profile of an author changed: name, title, picture or linked member. */
export type AuthorsChanged = { id: string };

/** An author's posts and followers belong to another author from now on; the author is about to be deleted. */
export type AuthorsMerged = { id: string; into: string };

/** An author is about to be deleted in this transaction; a listener throws to refuse. */
export type AuthorsDeleting = { id: string; name: string };

/** Staff decided on an author's stated qualification; `memberId` is null if no member is linked. */
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
