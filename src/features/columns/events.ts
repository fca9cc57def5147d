/** Columns that were added or changed, with the access that their posts inherit. */
export type ColumnsChanged = { columns: { id: string; access: string }[] };

/** A column is about to be deleted in this transaction; a listener throws to refuse. */
export type ColumnsDeleting = { id: string; name: string };

/** A column is about to be deleted and its posts belong to another of the same kind from now on. */
export type ColumnsEmptied = { id: string; into: { id: string; access: string } };

declare module '#kernel/events.ts' {
  interface Events {
    'columns.changed': ColumnsChanged;
    'columns.deleting': ColumnsDeleting;
    'columns.emptied': ColumnsEmptied;
  }
}
