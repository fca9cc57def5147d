import type { z } from 'zod';
import type { BodyOf, SendKey } from '../data.ts';
import { TextAreaItem } from '../form/items.tsx';
import { FormDialog } from '../form/save-form.tsx';
import { useSave } from '../form/use-save.ts';
import type { RowChange } from '../list/use-row-changes.tsx';

/** A call with an id and an optional note. */
type DecisionCall = {
  [K in SendKey]: { id: string; note: string } extends BodyOf<K> ? K : never;
}[SendKey];

/** A staff decision about one row. */
export type Decision<T> = {
  call: DecisionCall;
  schema: z.ZodType<unknown, BodyOf<DecisionCall>>;
  verb: string;
  title: string;
  /** Label of the button that confirms; the verb by default. */
  okText?: (row: T) => string;
  isDanger?: boolean;
  fits: (row: T) => boolean;
  /** Describes the consequence of the decision. */
  warning: (row: T) => string;
  /** Label of the note field, and a hint that says who reads the note. */
  note?: { label: string; hint: string };
  /** What the confirmation says besides, for rows that need it. */
  confirms?: (row: T) => { afterInvoice?: true };
  /** Toast text after success. */
  done: string;
};

/** Converts decisions to row changes of a table; each opens a dialog. */
export const changesOf = <T extends { id: string }>(decisions: readonly Decision<T>[]): RowChange<T>[] =>
  decisions.map((decision) => ({
    verb: decision.verb,
    isDanger: decision.isDanger ?? false,
    fits: decision.fits,
    dialog: ({ rows: [row], onClose }) =>
      row && <DecisionDialog decision={decision} row={row} onClose={onClose} />,
  }));

function DecisionDialog<T extends { id: string }>({
  decision: { call, schema, done, title, verb, okText, isDanger = false, warning, confirms, note: noteField },
  row,
  onClose,
}: {
  decision: Decision<T>;
  row: T;
  onClose: () => void;
}) {
  const save = useSave(call, {
    schema,
    initial: { note: '' },
    toBody: ({ note }) => ({ id: row.id, ...(noteField && { note }), ...confirms?.(row) }),
    done,
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={title}
      okText={okText?.(row) ?? verb}
      isDanger={isDanger}
      width={460}
      onClose={onClose}
    >
      <p>{warning(row)}</p>
      {noteField && <TextAreaItem name="note" label={noteField.label} note={noteField.hint} />}
    </FormDialog>
  );
}
