import type { ReactNode } from 'react';
import s from './pay-offers.module.css';

export interface PayOffer {
  id: string;
  title: ReactNode;
  note?: string | undefined;
  /** Formatted, e.g. ¥18. */
  price: string;
  /** The former price, struck out. */
  listPrice?: string | undefined;
}

export interface PayOffersProps {
  /** Names the choice, for those who hear it. */
  label: string;
  offers: readonly PayOffer[];
  selected: string;
  onSelect: (id: string) => void;
  /** The order is made: what was chosen stands. */
  isFixed?: boolean;
}

/** What can be bought, one of it chosen. */
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
  /** What is taken off and why, each formatted: 券后立减 −¥10. */
  lines: readonly { label: string; value: string }[];
  /** Formatted without the sign, e.g. 18.50. */
  total: string;
}

/** How the price comes about, and what is to be paid. */
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
