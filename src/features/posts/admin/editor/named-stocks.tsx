import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '#admin/api.ts';
import type { Read } from '#admin/parts/data.ts';
import s from '#admin/parts/editor/editor.module.css';

/** The limit of the field; what goes beyond it is not offered. */
const maxStocks = 50;

type Props = {
  id: string;
  /** The saved version, whose text is read. */
  version: number;
  codes: readonly string[];
  onChange: (codes: string[]) => void;
};
type Security = { code: string; name: string };

/** Offers the securities that the saved text names and the field lacks, one by one or all at once. */
export function NamedStocks({ id, version, codes, onChange }: Props) {
  const named: Read<Security[]> = useQuery<Security[]>({
    queryKey: ['namedSecurities', id, version],
    queryFn: ({ signal }) => call('GET /admin/post/securities', { query: { id }, silent: true, signal }),
    // Keeps the offers while the next version is read.
    placeholderData: (previous) => previous,
  });
  const room = Math.max(0, maxStocks - codes.length);
  const offers = (named.data ?? []).filter(({ code }) => !codes.includes(code)).slice(0, room);
  if (offers.length === 0) return null;
  return (
    <div className={s.named} role="group" aria-label="文中提到">
      文中提到：
      {offers.map(({ code, name }) => (
        <Button key={code} size="small" onClick={() => onChange([...codes, code])}>
          + {name} {code}
        </Button>
      ))}
      {offers.length > 1 && (
        <Button
          size="small"
          type="link"
          onClick={() => onChange([...codes, ...offers.map(({ code }) => code)])}
        >
          全部加上
        </Button>
      )}
    </div>
  );
}
