import s from './amount-list.module.css';

/** Amounts as figures, each below its name. */
export const AmountList = ({
  amounts,
}: {
  amounts: readonly (readonly [label: string, value: string])[];
}) => (
  <dl className={s.figures}>
    {amounts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
