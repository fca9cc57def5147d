import { InputNumber, type InputNumberProps } from 'antd';
import { useState } from 'react';
import { foldWidth } from '#shared/fold-width.ts';
import { Quiet } from '../layout/page.tsx';

/**
 * Number input. Ant Design's own reader drops what it does not know, so `9，5` would become 95; this one refuses it,
 * keeps the number from before and says so.
 */
export function NumberInput(props: InputNumberProps<number>) {
  const [refused, setRefused] = useState('');
  const parse = (typed = '') => parseTyped(typed, props.precision === 0);
  return (
    <>
      <InputNumber<number>
        {...props}
        parser={parse}
        onInput={(typed) => setRefused(Number.isNaN(parse(typed)) ? typed : '')}
        {...(refused && { status: 'error' as const })}
      />
      {refused && (
        <Quiet>
          <span role="alert">
            “{refused.slice(0, 20)}”不是{props.precision === 0 ? '整数' : '数，小数点写成英文句点'}，没有采用
          </span>
        </Quiet>
      )}
    </>
  );
}

/** Returns NaN for what is not plainly a number, or no whole one where only those are asked for. */
function parseTyped(typed: string, isWhole: boolean): number {
  const text = foldWidth(typed).trim();
  // An empty text is no number but an empty field, which Ant Design expects as it is.
  if (text === '' || text === '-') return text as unknown as number;
  const pattern = isWhole ? /^-?\d{1,15}$/ : /^-?\d{1,15}(?:\.\d{0,10})?$/;
  return pattern.test(text) ? Number(text) : Number.NaN;
}
