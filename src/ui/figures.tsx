export interface FiguresProps {
  items: readonly { label: string; value: string }[];
  className?: string | undefined;
}

/** A row of figures, each with its name. */
export function Figures({ items, className }: FiguresProps) {
  return (
    <dl className={className}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="fig">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
