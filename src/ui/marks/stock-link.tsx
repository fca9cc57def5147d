import { Link } from '../link.tsx';

/** A listed company: name, code, dotted underline. Sanitised article text carries the same class. */
export function StockLink({ name, code, href }: { name: string; code: string; href: string }) {
  return (
    <Link className="stock" href={href}>
      {name}
      <span>{code}</span>
    </Link>
  );
}
