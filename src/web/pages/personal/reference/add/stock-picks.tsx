import { useState } from 'react';
import type { Security } from '#features/references/schema.ts';
import type { Stock } from '#features/stocks/schema.ts';
import { type Load, useLoad } from '../../../../parts/use-load.ts';
import { useAsk } from '../../../../site.ts';
import { WordPicks } from './word-picks.tsx';

/** Long enough for a syllable to be finished, short enough to feel live; in ms. */
const pauseMs = 150;
const most = 50;

type StockPicksProps = {
  codes: readonly string[];
  /** What the text names. */
  named: readonly Security[];
  isWriting: boolean;
  onChange: (codes: string[]) => void;
};

/** The stocks a reference is about: typed, suggested by code, name or alias, or offered since the text names them. */
export function StockPicks({ codes, named, isWriting, onChange }: StockPicksProps) {
  const [typed, setTyped] = useState('');
  const suggested = useStocks(typed);
  const names = useNames(codes, [...named, ...suggested]);
  const pickOf = ({ code, name }: Stock) => ({ value: code, label: `${name} ${code}` });
  return (
    <WordPicks
      label="相关股票"
      picked={codes.map((code) => ({ value: code, label: names.get(code) ?? code }))}
      most={most}
      placeholder="代码或名称"
      note="读者按股票能找到这篇"
      suggestions={suggested.map(pickOf)}
      offers={named.map(pickOf)}
      offersLabel="文中提到："
      isOpen={isWriting}
      onType={setTyped}
      onChange={onChange}
      read={(text) => {
        const code = text.normalize('NFKC').trim().toUpperCase();
        return /^[0-9A-Z.]{4,12}$/.test(code)
          ? { value: code }
          : { fault: '没有这只股票，请写代码或从建议里选' };
      }}
    />
  );
}

function useStocks(typed: string): Stock[] {
  const ask = useAsk();
  const keyword = typed.trim().slice(0, 50);
  const { data } = useLoad(
    keyword || null,
    () => ask('GET /reception/stocks', { keyword, size: '8' }, { isSilent: true }).catch(() => []),
    { delayMs: pauseMs, keepsPrevious: true },
  );
  return data ?? [];
}

/** What codes are called, as far as it is known or can be asked; each is asked for once. */
function useNames(codes: readonly string[], known: readonly Stock[]): Map<string, string> {
  const ask = useAsk();
  async function nameOf(code: string) {
    const search = { keyword: code, size: '1' };
    const stock =
      known.find((one) => one.code === code) ??
      (await ask('GET /reception/stocks', search, { isSilent: true }).catch(() => []))[0];
    return [code, stock?.code === code ? `${stock.name} ${code}` : code] as const;
  }
  const names: Load<Map<string, string>> = useLoad(
    codes.join(' '),
    async () => {
      const held = names.data ?? new Map<string, string>();
      const unknown = codes.filter((code) => !held.has(code));
      return new Map([...held, ...(await Promise.all(unknown.map(nameOf)))]);
    },
    { keepsPrevious: true },
  );
  return names.data ?? new Map<string, string>();
}
