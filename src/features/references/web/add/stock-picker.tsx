import { useState } from 'react';
import type { Stock } from '#features/stocks/schema.ts';
import { isStockCode, plainStockCode } from '#shared/stock-code.ts';
import { type Load, useLoad } from '#web/parts/use-load.ts';
import { useFetchCall } from '#web/site.ts';
import type { Security } from '../../schema.ts';
import { TagPicker } from './tag-picker.tsx';

/** Debounce in ms: long enough to finish a syllable, short enough to feel immediate. */
const debounceMs = 150;
const maxStocks = 50;

type StockPickerProps = {
  codes: readonly string[];
  /** Securities that the text names. */
  mentioned: readonly Security[];
  isWriting: boolean;
  onChange: (codes: string[]) => void;
};

/**
 * The stocks of a reference: typed codes, suggestions by code, name or alias, and offers of the securities that the
 * text names.
 */
export function StockPicker({ codes, mentioned, isWriting, onChange }: StockPickerProps) {
  const [typed, setTyped] = useState('');
  const suggested = useStockSuggestions(typed);
  const names = useStockNames(codes, [...mentioned, ...suggested]);
  const toOption = ({ code, name }: Stock) => ({ value: code, label: `${name} ${code}` });
  return (
    <TagPicker
      label="相关股票"
      selected={codes.map((code) => ({ value: code, label: names.get(code) ?? code }))}
      max={maxStocks}
      placeholder="代码或名称"
      note="读者按股票能找到这篇"
      suggestions={suggested.map(toOption)}
      offers={mentioned.map(toOption)}
      offersLabel="文中提到："
      isOpen={isWriting}
      onTextChange={setTyped}
      onChange={onChange}
      parse={(text) => {
        const code = plainStockCode(text);
        return isStockCode(code) ? { value: code } : { fault: '没有这只股票，请写代码或从建议里选' };
      }}
    />
  );
}

function useStockSuggestions(typed: string): Stock[] {
  const fetchCall = useFetchCall();
  const keyword = typed.trim().slice(0, 50);
  const { data } = useLoad(
    keyword || null,
    () => fetchCall('GET /reception/stocks', { keyword, size: '8' }, { isSilent: true }).catch(() => []),
    { delayMs: debounceMs, keepsPrevious: true },
  );
  return data ?? [];
}

/** Returns the names of codes, as far as they are known or can be loaded; loads each name once. */
function useStockNames(codes: readonly string[], knownStocks: readonly Stock[]): Map<string, string> {
  const fetchCall = useFetchCall();
  async function nameOf(code: string) {
    const search = { keyword: code, size: '1' };
    const stock =
      knownStocks.find((other) => other.code === code) ??
      (await fetchCall('GET /reception/stocks', search, { isSilent: true }).catch(() => []))[0];
    return [code, stock?.code === code ? `${stock.name} ${code}` : code] as const;
  }
  const names: Load<Map<string, string>> = useLoad(
    codes.join(' '),
    async () => {
      const knownNames = names.data ?? new Map<string, string>();
      const unknown = codes.filter((code) => !knownNames.has(code));
      return new Map([...knownNames, ...(await Promise.all(unknown.map(nameOf)))]);
    },
    { keepsPrevious: true },
  );
  return names.data ?? new Map<string, string>();
}
