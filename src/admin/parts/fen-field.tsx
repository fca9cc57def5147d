import { Input } from 'antd';
import { useState } from 'react';
import { readFen, writeYuan } from '#shared/yuan.ts';
import s from './fen-field.module.css';
import { Field } from './field.tsx';

/** An amount typed in yuan, told in fen; `undefined` while what stands there is no amount. */
export function FenField({
  label,
  note,
  fen,
  range,
  isDisabled = false,
  onChange,
}: {
  label: string;
  note?: string;
  fen: number | null;
  /** In fen; what the desk's prices bear unless told otherwise. */
  range?: { least: number; most: number };
  isDisabled?: boolean;
  onChange: (fen: number | null | undefined) => void;
}) {
  const [typed, setTyped] = useState(writeYuan(fen));
  const bounds = range && { ...range, name: label };
  const read = readFen(typed, bounds);
  const fault = 'fault' in read ? read.fault : undefined;
  return (
    <Field label={`${label}（元）`} note={fault ? <span className={s.fault}>{fault}</span> : note}>
      {(id, noteId) => (
        <Input
          id={id}
          inputMode="decimal"
          prefix="¥"
          disabled={isDisabled}
          value={typed}
          status={fault ? 'error' : ''}
          aria-invalid={fault !== undefined}
          aria-describedby={noteId}
          onChange={({ target }) => {
            setTyped(target.value);
            const next = readFen(target.value, bounds);
            onChange('fen' in next ? next.fen : undefined);
          }}
        />
      )}
    </Field>
  );
}
