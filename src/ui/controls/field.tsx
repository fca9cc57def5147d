import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { Button } from './button.tsx';
import s from './field.module.css';

/** Props that a field passes to its control. */
export interface FieldControl {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Small text beside the label, e.g. 2 至 16 字. */
  hint?: string | undefined;
  note?: ReactNode;
  /** How to correct the value; shown with an icon and linked to the control by `aria-describedby`. */
  error?: string | null | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label above; control, note and error below. `<Field label="手机号">{(c) => <Input {...c} />}</Field>` */
export function Field({ label, hint, note, error, children }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label className={s.label} htmlFor={id}>
        {label} {hint && <small>{hint}</small>}
      </label>
      {children({ id, ...describing(id, { note, error }) })}
      <FieldMessages id={id} note={note} error={error} />
    </div>
  );
}

type Messages = Pick<FieldProps, 'note' | 'error'>;

/** Returns the ARIA attributes that link a control to its messages. */
export const describing = (id: string, { note, error }: Messages): Omit<FieldControl, 'id'> => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

/** Messages below the control `id`: a note and an error. */
export function FieldMessages({ id, note, error }: Messages & { id: string }) {
  return (
    <>
      {note && (
        <p className={s.note} id={`${id}-note`}>
          {note}
        </p>
      )}
      {error && (
        <p className={s.error} id={`${id}-error`} role="alert">
          <Icon name="warn" size="s" />
          {error}
        </p>
      )}
    </>
  );
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(s.input, className)} {...rest} />;
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classNames(s.input, s.area, className)} rows={rows} {...rest} />;
}

/** Native select, for forms. */
export function SelectInput({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={s.select}>
      <select className={classNames(s.input, className)} {...rest}>
        {children}
      </select>
      <Icon name="down" size="s" />
    </span>
  );
}

/** A control and a button joined in one line, e.g. a code and 取验证码. */
export function InputRow({ children }: { children: ReactNode }) {
  return <div className={s.row}>{children}</div>;
}

type Choice = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { children: ReactNode };

export function Checkbox({ children, className, ...rest }: Choice) {
  return (
    <label className={classNames(s.check, className)}>
      <input type="checkbox" {...rest} />
      {children}
    </label>
  );
}

export function Radio({ children, ...rest }: Omit<Choice, 'className'>) {
  return (
    <label className={s.check}>
      <input type="radio" {...rest} />
      {children}
    </label>
  );
}

/** Password field with a button that reveals the typed text. */
export function PasswordInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <InputRow>
      <Input {...props} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="off" />
      <Button aria-pressed={isShown} aria-label="显示密码" onClick={() => setIsShown(!isShown)}>
        {isShown ? '隐藏' : '显示'}
      </Button>
    </InputRow>
  );
}
