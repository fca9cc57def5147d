import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Instrument } from '#features/contest/schema.ts';
import { changeOf, toneOf, writePrice, writeReturn } from '#shared/market.ts';
import { useAsk } from '../../../site.ts';
import { type FoundInstrument, InstrumentSearch, type InstrumentSearchProps } from './instrument-search.tsx';
import { type TradeChoice, tradeAddress } from './load-trade.ts';
import { marksOf } from './security-words.ts';

// Long enough for a syllable to be finished, short enough to feel live.
const pauseMs = 200;

/** Finds a security of the season and leads to it. */
export function Search({ seasonId, choice }: { seasonId: string; choice: TradeChoice }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { found, retry } = useFound(seasonId, text.trim());
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

function useFound(seasonId: string, keyword: string): { found: Found; retry: () => void } {
  const ask = useAsk();
  const [found, setFound] = useState<Found>({ state: 'idle' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (keyword === '') return setFound({ state: 'idle' });
    let isStale = false;
    // What was found for the text before stands until the next answer comes.
    setFound((before) =>
      before.state === 'here' && before.items.length > 0 ? before : { state: 'waiting' },
    );
    const timer = setTimeout(() => {
      ask('GET /reception/contest/instruments', { seasonId, keyword }, { isSilent: true }).then(
        (list) => isStale || setFound({ state: 'here', text: keyword, items: list.map(toFound) }),
        () => isStale || setFound({ state: 'failed' }),
      );
    }, pauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [ask, seasonId, keyword, attempt]);
  return { found, retry: () => setAttempt(attempt + 1) };
}

function toFound(instrument: Instrument): FoundInstrument {
  const change = changeOf(instrument.last, instrument.previousClose);
  return {
    code: instrument.code,
    name: instrument.name,
    marks: marksOf(instrument),
    last: writePrice(instrument.last),
    change: writeReturn(change),
    tone: toneOf(change),
  };
}
