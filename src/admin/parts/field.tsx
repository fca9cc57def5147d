import { type ReactNode, useId } from 'react';
import s from './field.module.css';

/** A field under its name; `children` gets the id that joins the two, and the note's where there is one. */
export function Field(props: {
  label: string;
  note?: ReactNode;
  children: (id: string, noteId: string | undefined) => ReactNode;
}) {
  const id = useId();
  const noteId = props.note ? `${id}-note` : undefined;
  return (
    <div className={s.field}>
      <label htmlFor={id}>{props.label}</label>
      {props.children(id, noteId)}
      {props.note && (
        <p className={s.note} id={noteId}>
          {props.note}
        </p>
      )}
    </div>
  );
}
