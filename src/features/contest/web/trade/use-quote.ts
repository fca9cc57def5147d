import { useEffect, useEffectEvent, useState } from 'react';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import { useFetchCall } from '#web/site.ts';
import type { ContestQuote } from '../../schema.ts';

const refreshMs = 3000;
// A single failure may be temporary; after this many in a row the reader is told.
const maxMisses = 3;

export type LiveQuote = {
  quote: ContestQuote | null;
  /** Several loads in a row failed, so the quote may be outdated. */
  isLost: boolean;
};

/** The quote that came with the page, then polled while the tab is visible. */
export function useQuote(first: ContestQuote | null): LiveQuote {
  const load = useFetchCall();
  const [latest, setLatest] = useState<{ first: ContestQuote; quote: ContestQuote; misses: number }>();
  const refresh = useEffectEvent(async () => {
    if (!first) return;
    const { code } = first;
    try {
      const quote = await load('GET /reception/contest/quote', { code }, { isSilent: true });
      setLatest({ first, quote, misses: 0 });
    } catch {
      setLatest((now) =>
        now?.first === first ? { ...now, misses: now.misses + 1 } : { first, quote: first, misses: 1 },
      );
    }
  });
  const code = first?.code;
  // The page may come from a cache and be up to a minute old.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another security is another quote
  useEffect(() => void refresh(), [code]);
  useWhileVisible(refresh, refreshMs, first !== null);
  const isLatest = latest !== undefined && latest.first === first;
  return { quote: isLatest ? latest.quote : first, isLost: isLatest && latest.misses >= maxMisses };
}
