import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { readFen, writeYuan } from '#shared/yuan.ts';
import s from './editor.module.css';

/** A price in yuan, told in fen. What is no price is said at the field and told to nobody. */
export function PriceField({
  fen,
  onChange,
}: {
  fen: number | null;
  onChange: (fen: number | null) => void;
}) {
  const [typed, setTyped] = useState(writeYuan(fen));
  const read = readFen(typed);
  const fault = 'fault' in read ? read.fault : undefined;
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
        <span className={s.label}>价格（元）</span>
        <Input
          inputMode="decimal"
          prefix="¥"
          value={typed}
          status={fault ? 'error' : ''}
          aria-invalid={fault !== undefined}
          aria-describedby="price-fault"
          onChange={({ target }) => type(target.value)}
        />
      </label>
      <small id="price-fault" className={fault ? s.fault : s.hint}>
        {fault ?? '付费内容必填'}
      </small>
    </div>
  );
}
