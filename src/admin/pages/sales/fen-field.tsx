import { Input } from 'antd';
import { useState } from 'react';
import { readFen, writeYuan } from '#shared/yuan.ts';
import { Field } from '../../parts/field.tsx';
import s from './sales.module.css';

/** An amount typed in yuan, told in fen; `undefined` while what stands there is no amount. */
export function FenField({
  label,
  note,
  fen,
  onChange,
}: {
  label: string;
  note?: string;
  fen: number | null;
  onChange: (fen: number | null | undefined) => void;
}) {
  const [typed, setTyped] = useState(writeYuan(fen));
  const read = readFen(typed);
  const fault = 'fault' in read ? read.fault : undefined;
  return (
    <Field label={`${label}（元）`} note={fault ? <span className={s.fault}>{fault}</span> : note}>
      {(id, noteId) => (
        <Input
          id={id}
          inputMode="decimal"
          prefix="¥"
          value={typed}
          status={fault ? 'error' : ''}
          aria-invalid={fault !== undefined}
          aria-describedby={noteId}
          onChange={({ target }) => {
            setTyped(target.value);
            const next = readFen(target.value);
            onChange('fen' in next ? next.fen : undefined);
          }}
        />
      )}
    </Field>
  );
}
