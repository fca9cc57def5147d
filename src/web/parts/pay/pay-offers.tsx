import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Quote } from '#features/orders/schema.ts';
import { isComposing } from '#ui/composing.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field, Input, InputRow } from '#ui/controls/field.tsx';
import s from './pay-offers.module.css';

export interface PayOffer {
  id: string;
  title: ReactNode;
  note?: string | undefined;
  /** Formatted, for example ¥18. */
  price: string;
  /** The former price, struck out. */
  listPrice?: string | undefined;
}

export interface PayOffersProps {
  /** Accessible name of the choice. */
  label: string;
  offers: readonly PayOffer[];
  selected: string;
  onSelect: (id: string) => void;
  /** The order exists, so the choice can no longer change. */
  isFixed?: boolean;
}

export function PayOffers({ label, offers, selected, onSelect, isFixed = false }: PayOffersProps) {
  return (
    <fieldset className={s.offers} disabled={isFixed}>
      <legend className="vh">{label}</legend>
      {offers
        .filter(({ id }) => !isFixed || id === selected)
        .map(({ id, title, note, price, listPrice }) => (
          <label className={s.offer} key={id}>
            <input
              type="radio"
              name="pay-offer"
              value={id}
              checked={id === selected}
              onChange={() => onSelect(id)}
            />
            <span>
              <b>{title}</b>
              {note && <small>{note}</small>}
            </span>
            <span className={s.price}>
              <span className="fig">{price}</span>
              {listPrice && (
                <s className="fig">
                  <span className="vh">原价 </span>
                  {listPrice}
                </s>
              )}
            </span>
          </label>
        ))}
    </fieldset>
  );
}

export interface PaySumProps {
  /** Each deduction and its reason, formatted: 券后立减 −¥10. */
  lines: readonly { label: string; value: string }[];
  /** Formatted without the currency sign, for example 18.50. */
  total: string;
}

export function PaySum({ lines, total }: PaySumProps) {
  return (
    <dl className={s.sum}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="fig">{value}</dd>
        </div>
      ))}
      <div className={s.total}>
        <dt>应付</dt>
        <dd className="fig">
          <small>¥</small>
          {total}
        </dd>
      </div>
    </dl>
  );
}

type CouponFieldProps = { code: string; onApply: (code: string) => void; quote: Quote | undefined };

/** A coupon code, folded until the buyer opens it; shows at once what it takes off or why it does not apply. */
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
      note={code && quote?.couponName ? `已使用“${quote.couponName}”` : undefined}
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
            onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && onApply(typed.trim())}
          />
          <Button onClick={() => onApply(typed.trim())}>使用</Button>
        </InputRow>
      )}
    </Field>
  );
}
