import { useEffect, useEffectEvent, useState } from 'react';
import type { ContestQuote } from '#features/contest/schema.ts';
import { useWhileVisible } from '../../../parts/use-while-visible.ts';
import { useAsk } from '../../../site.ts';

const everyMs = 3000;
// One that fails may be a hiccup; after so many the reader should know.
const manyMisses = 3;

export type LiveQuote = {
  quote: ContestQuote | null;
  /** Several tries in a row failed: what is shown may be old. */
  isLost: boolean;
};

/** A quote as it came with the page, then as it is while the tab is on screen. */
export function useQuote(first: ContestQuote | null): LiveQuote {
  const ask = useAsk();
  const [seen, setSeen] = useState<{ first: ContestQuote; quote: ContestQuote; misses: number }>();
  const look = useEffectEvent(async () => {
    if (!first) return;
    const { code } = first;
    try {
      const quote = await ask('GET /reception/contest/quote', { code }, { isSilent: true });
      setSeen({ first, quote, misses: 0 });
    } catch {
      setSeen((now) =>
        now?.first === first ? { ...now, misses: now.misses + 1 } : { first, quote: first, misses: 1 },
      );
    }
  });
  const code = first?.code;
  // The page may have been kept for a minute before it came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another security is another quote
  useEffect(() => void look(), [code]);
  useWhileVisible(look, everyMs, first !== null);
  const isSeen = seen !== undefined && seen.first === first;
  return { quote: isSeen ? seen.quote : first, isLost: isSeen && seen.misses >= manyMisses };
}
