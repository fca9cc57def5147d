import { Checkbox, Form, type FormItemProps, Input, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { readFen, writeYuan } from '#shared/yuan.ts';
import { clockNote, DayPicker, MomentPicker } from './pickers.tsx';
import { useLimits } from './save-form.tsx';

type ItemProps = {
  name: string;
  label: ReactNode;
  note?: ReactNode;
  children: ReactNode;
} & Pick<
  FormItemProps,
  'rules' | 'getValueProps' | 'getValueFromEvent' | 'normalize' | 'hidden' | 'required'
>;

/** A form field. Its control receives the value, change handler, id, and the limits from the call's schema. */
export function Item({ name, note, children, ...rest }: ItemProps) {
  const limits = useLimits()[name];
  return (
    <Form.Item
      name={name}
      extra={note}
      required={limits?.isRequired ?? false}
      getValueProps={(value) => ({ value, ...limits?.props })}
      {...rest}
    >
      {children}
    </Form.Item>
  );
}

type FieldProps = Omit<ItemProps, 'children' | 'rules'>;

export const TextItem = ({ placeholder, ...props }: FieldProps & { placeholder?: string }) => (
  <Item {...props}>
    <Input {...(placeholder && { placeholder })} />
  </Item>
);

/** Multi-line text field that grows with its content. */
export const TextAreaItem = ({
  rows = 2,
  placeholder,
  ...props
}: FieldProps & { rows?: number; placeholder?: string }) => (
  <Item {...props}>
    <Input.TextArea autoSize={{ minRows: rows, maxRows: 12 }} {...(placeholder && { placeholder })} />
  </Item>
);

type CheckProps = {
  name: string;
  children: ReactNode;
  note?: ReactNode;
  isDisabled?: boolean;
  /** The error while the box is not checked, for a confirmation that the form needs. */
  mustCheck?: string;
};

export const CheckItem = ({ name, children, note, isDisabled = false, mustCheck }: CheckProps) => (
  <Form.Item
    name={name}
    valuePropName="checked"
    extra={note}
    {...(mustCheck && {
      rules: [
        {
          validator: async (_: unknown, isChecked: unknown) => {
            if (isChecked !== true) throw new Error(mustCheck);
          },
        },
      ],
    })}
  >
    <Checkbox disabled={isDisabled}>{children}</Checkbox>
  </Form.Item>
);

/** Switch below its label. */
export const SwitchItem = ({ name, label, note }: { name: string; label: string; note?: ReactNode }) => (
  <Form.Item name={name} label={label} valuePropName="checked" extra={note}>
    <Switch />
  </Form.Item>
);

/** Adds to a note that the field means Shanghai time, where the browser's clock differs. */
function NoteOfTime({ note }: { note: ReactNode }) {
  const clock = clockNote();
  return (
    <>
      {note}
      {note && clock && <br />}
      {clock}
    </>
  );
}

/** Date and time to the minute, always in Shanghai time. The value is ISO 8601 or null. */
export const MomentItem = ({ empty = '', note, ...props }: FieldProps & { empty?: string }) => (
  <Item {...props} note={<NoteOfTime note={note} />} getValueProps={(value) => ({ value })}>
    <MomentPicker placeholder={empty} />
  </Item>
);

type DayProps = FieldProps & { min?: string; max?: string; empty?: string; isDisabled?: boolean };

/** Date picker of days in Shanghai. The value is a day such as `2026-11-21`, or null. `min` and `max` are inclusive. */
export const DayItem = ({ min, max, empty = '', isDisabled = false, note, ...props }: DayProps) => (
  <Item {...props} note={<NoteOfTime note={note} />} getValueProps={(value) => ({ value })}>
    <DayPicker min={min} max={max} placeholder={empty} disabled={isDisabled} />
  </Item>
);

type FenProps = {
  name: string;
  label: string;
  note?: ReactNode;
  isOptional?: boolean;
  isDisabled?: boolean;
  /** Inclusive limits in fen. */
  range?: { min: number; max: number };
  /** Validation error that depends on other fields; replaces the note. */
  error?: string | undefined;
};

/** Amount field in yuan. The value is in fen, or null when empty. Rejects other text with the reason. */
export const FenItem = ({
  name,
  label,
  note,
  range,
  isOptional = false,
  isDisabled = false,
  error,
}: FenProps) => (
  <Form.Item
    name={name}
    label={`${label}（元）`}
    extra={error ? undefined : note}
    {...(error && { validateStatus: 'error', help: error })}
    required={!isOptional}
    rules={[
      {
        validator: async (_, value: unknown) => {
          if (typeof value === 'string') {
            const parsed = readFen(value, range && { ...range, name: label });
            if ('fault' in parsed) throw new Error(parsed.fault);
          }
          if (!isOptional && (value === null || value === undefined)) throw new Error(`请填写${label}`);
        },
      },
    ]}
  >
    <FenInput isDisabled={isDisabled} range={range} label={label} />
  </Form.Item>
);

/** Control of `FenItem`. Reports fen, null when empty, or the raw text if it is not an amount. */
function FenInput(props: {
  id?: string;
  value?: number | null | string;
  onChange?: (value: number | null | string) => void;
  isDisabled: boolean;
  range: { min: number; max: number } | undefined;
  label: string;
}) {
  const { value, onChange, isDisabled, range, label, ...rest } = props;
  const [typed, setTyped] = useState(typeof value === 'string' ? value : writeYuan(value ?? null));
  const [lastReported, setLastReported] = useState(value);
  // The value changed from outside: a form reset or a server response.
  if (value !== lastReported) {
    setLastReported(value);
    setTyped(typeof value === 'string' ? value : writeYuan(value ?? null));
  }
  return (
    <Input
      {...rest}
      inputMode="decimal"
      prefix="¥"
      disabled={isDisabled}
      value={typed}
      onChange={({ target }) => {
        const parsed = readFen(target.value, range && { ...range, name: label });
        const next = 'fen' in parsed ? parsed.fen : target.value;
        setTyped(target.value);
        setLastReported(next);
        onChange?.(next);
      }}
    />
  );
}
