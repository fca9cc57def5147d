/** Columns that were added or changed, with the access their pieces now inherit. */
export type ColumnsChanged = { columns: { id: string; access: string }[] };

declare module '#kernel/events.ts' {
  interface Events {
    'columns.changed': ColumnsChanged;
  }
}
