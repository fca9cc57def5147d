import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { changeOf, toneOf, writePrice, writeReturn } from '#shared/market.ts';
import { securityTags } from '#web/parts/market/security-tags.ts';
import { useFetchCall } from '#web/site.ts';
import type { Instrument } from '../../schema.ts';
import { type FoundInstrument, InstrumentSearch, type InstrumentSearchProps } from './instrument-search.tsx';
import { type TradeChoice, tradeAddress } from './trade-data.ts';

// Long enough to finish a syllable, short enough to feel immediate.
const debounceMs = 200;

/** Finds a security of the season and opens it. */
export function Search({ seasonId, choice }: { seasonId: string; choice: TradeChoice }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { found, retry } = useInstrumentSearch(seasonId, text.trim());
  return (
    <InstrumentSearch
      found={found}
      onType={setText}
      onRetry={retry}
      onPick={(code) => void navigate(tradeAddress({ ...choice, code }))}
    />
  );
}

type Found = InstrumentSearchProps['found'];

function useInstrumentSearch(seasonId: string, keyword: string): { found: Found; retry: () => void } {
  const load = useFetchCall();
  const [found, setFound] = useState<Found>({ state: 'idle' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (keyword === '') return setFound({ state: 'idle' });
    let isCancelled = false;
    // The previous results stay until the next answer arrives.
    setFound((before) =>
      before.state === 'here' && before.items.length > 0 ? before : { state: 'waiting' },
    );
    const timer = setTimeout(() => {
      load('GET /reception/contest/instruments', { seasonId, keyword }, { isSilent: true }).then(
        (list) =>
          isCancelled || setFound({ state: 'here', text: keyword, items: list.map(toFoundInstrument) }),
        () => isCancelled || setFound({ state: 'failed' }),
      );
    }, debounceMs);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [load, seasonId, keyword, attempt]);
  return { found, retry: () => setAttempt(attempt + 1) };
}

function toFoundInstrument(instrument: Instrument): FoundInstrument {
  const change = changeOf(instrument.last, instrument.previousClose);
  return {
    code: instrument.code,
    name: instrument.name,
    tags: securityTags(instrument),
    last: writePrice(instrument.last),
    change: writeReturn(change),
    tone: toneOf(change),
  };
}
