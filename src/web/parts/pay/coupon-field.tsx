import { useState } from 'react';
import type { Quote } from '#features/orders/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field, Input, InputRow } from '#ui/controls/field.tsx';

type CouponFieldProps = { code: string; onApply: (code: string) => void; quote: Quote | undefined };

/** A coupon's code, asked for only by who has one; what it takes off, or why it does not serve, is said at once. */
export function CouponField({ code, onApply, quote }: CouponFieldProps) {
  const [isOpen, setIsOpen] = useState(code !== '');
  const [typed, setTyped] = useState(code);
  if (!isOpen)
    return (
      <p>
        <button type="button" className="link" onClick={() => setIsOpen(true)}>
          有优惠码？
        </button>
      </p>
    );
  return (
    <Field
      label="优惠码"
      error={code ? quote?.couponFault || undefined : undefined}
      note={code && quote?.couponName ? `已使用「${quote.couponName}」` : undefined}
    >
      {(control) => (
        <InputRow>
          <Input
            {...control}
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && onApply(typed.trim())}
          />
          <Button onClick={() => onApply(typed.trim())}>使用</Button>
        </InputRow>
      )}
    </Field>
  );
}
