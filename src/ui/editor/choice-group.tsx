import { type ReactNode, useId } from 'react';
import { describing, FieldMessages } from '../controls/field.tsx';
import s from './editor.module.css';

export interface ChoiceGroupProps {
  legend: string;
  note?: string;
  error?: string | false;
  /** `Radio`s of one name. */
  children: ReactNode;
}

/** One of a few, under a question. */
export function ChoiceGroup({ legend, note, error, children }: ChoiceGroupProps) {
  const id = useId();
  const fault = error || null;
  return (
    <fieldset className={s.question} {...describing(id, { note, error: fault })}>
      <legend>{legend}</legend>
      <div className={s.choice}>{children}</div>
      <FieldMessages id={id} note={note} error={fault} />
    </fieldset>
  );
}
