import { type ReactNode, useId } from 'react';
import { Checkbox, describing, FieldMessages } from '#ui/controls/field.tsx';

export interface ConsentProps {
  name: string;
  error?: string | undefined;
  note?: ReactNode;
  /** Outside a form, which would read it: whether it is ticked, and who is told. */
  checked?: boolean | undefined;
  onChange?: ((checked: boolean) => void) | undefined;
  /** What is agreed to, with links that open beside the form. */
  children: ReactNode;
}

/** A tick that means yes, with a note and what is missing under it. Never ticked beforehand. */
export function Consent({ name, error, note, checked, onChange, children }: ConsentProps) {
  const id = useId();
  return (
    <div>
      <Checkbox
        name={name}
        checked={checked}
        onChange={onChange && (({ target }) => onChange(target.checked))}
        {...describing(id, { note, error })}
      >
        <span>{children}</span>
      </Checkbox>
      <FieldMessages id={id} note={note} error={error} />
    </div>
  );
}
