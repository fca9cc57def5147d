import { useEffect, useState } from 'react';
import { readFen, writeYuan } from '#shared/yuan.ts';
import { Field, Input } from '#ui/controls/field.tsx';

/** Fen; what a reference may cost. */
const range = { least: 100, most: 9_990_000 };

type PriceFieldProps = { fen: number | null; isWriting: boolean; onChange: (fen: number | null) => void };

/** A price in yuan, told in fen. What is no price is said at the field and told to nobody. */
export function PriceField({ fen, isWriting, onChange }: PriceFieldProps) {
  const [typed, setTyped] = useState(writeYuan(fen));
  const read = readFen(typed, range);
  // Another version brings another price; one that was typed stays as it was typed.
  useEffect(() => {
    setTyped((held) => {
      const now = readFen(held, range);
      return 'fen' in now && now.fen === fen ? held : writeYuan(fen);
    });
  }, [fen]);
  const type = (text: string) => {
    setTyped(text);
    const next = readFen(text, range);
    if ('fen' in next && next.fen !== fen) onChange(next.fen);
  };
  const missing = 'fen' in read && read.fen === null ? '1 元到 99900 元，提交前必填' : undefined;
  return (
    <Field label="价格（元）" note={missing} error={'fault' in read ? read.fault : null}>
      {(control) => (
        <Input
          {...control}
          name="price"
          inputMode="decimal"
          autoComplete="off"
          placeholder="如 18 或 18.50"
          disabled={!isWriting}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      )}
    </Field>
  );
}
