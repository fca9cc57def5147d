/** Columns that were added or changed, with the access their pieces now inherit. */
export type ColumnsChanged = { columns: { id: string; access: string }[] };

/** A column is about to be deleted, in this transaction: a listener to whom it matters refuses by throwing. */
export type ColumnsDeleting = { id: string; name: string };

/** A column whose pieces belong to another one of the same kind from now on; itself it is about to go. */
export type ColumnsEmptied = { id: string; into: { id: string; access: string } };

declare module '#kernel/events.ts' {
  interface Events {
    'columns.changed': ColumnsChanged;
    'columns.deleting': ColumnsDeleting;
    'columns.emptied': ColumnsEmptied;
  }
}
