import { Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { readFen, writeYuan } from '#shared/yuan.ts';
import s from './editor.module.css';

type PriceFieldProps = {
  label: string;
  hint: string;
  fen: number | null;
  /** What is wrong with it beside the other fields. */
  wrong?: string | undefined;
  onChange: (fen: number | null) => void;
};

/** A price in yuan, told in fen. What is no price is said at the field and told to nobody. */
export function PriceField({ label, hint, fen, wrong, onChange }: PriceFieldProps) {
  const noteId = useId();
  const [typed, setTyped] = useState(writeYuan(fen));
  const read = readFen(typed);
  const fault = 'fault' in read ? read.fault : wrong;
  // Another version brings another price; one that was typed stays as it was typed.
  useEffect(() => {
    setTyped((held) => {
      const now = readFen(held);
      return 'fen' in now && now.fen === fen ? held : writeYuan(fen);
    });
  }, [fen]);
  const type = (text: string) => {
    setTyped(text);
    const next = readFen(text);
    if ('fen' in next && next.fen !== fen) onChange(next.fen);
  };
  return (
    <div className={s.field}>
      <label>
        <span className={s.label}>{label}</span>
        <Input
          inputMode="decimal"
          prefix="¥"
          value={typed}
          status={fault ? 'error' : ''}
          aria-invalid={fault !== undefined}
          aria-describedby={noteId}
          onChange={({ target }) => type(target.value)}
        />
      </label>
      <small id={noteId} className={fault ? s.fault : s.hint}>
        {fault ?? hint}
      </small>
    </div>
  );
}
