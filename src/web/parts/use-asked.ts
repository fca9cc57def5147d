import { useCallback, useEffect, useRef, useState } from 'react';

export type Asked<T> = {
  /** What was answered last for this very key; undefined before. */
  data: T | undefined;
  /** The last try failed; what came before it still stands. */
  isFailed: boolean;
  /** Asks again, quietly; never rejects. */
  reload: () => Promise<void>;
};

/** Asks for something after the page stands, and again whenever `key` changes; a key of null asks nothing. */
export function useAsked<T>(key: string | null, fetch: () => Promise<T>): Asked<T> {
  const latest = useRef({ key, fetch });
  latest.current = { key, fetch };
  const turns = useRef({ begun: 0, shown: 0 });
  const [held, setHeld] = useState<{ key: string; data: T | undefined; isFailed: boolean }>();

  const reload = useCallback(async () => {
    const asked = latest.current;
    if (asked.key === null) return;
    const { key: of } = asked;
    turns.current.begun += 1;
    const turn = turns.current.begun;
    // Neither an answer for what is no longer asked for, nor one that a later one has overtaken.
    const isWanted = () => latest.current.key === of && turn > turns.current.shown;
    try {
      const data = await asked.fetch();
      if (!isWanted()) return;
      turns.current.shown = turn;
      setHeld({ key: of, data, isFailed: false });
    } catch {
      if (!isWanted()) return;
      setHeld((before) => ({ key: of, data: before?.key === of ? before.data : undefined, isFailed: true }));
    }
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another thing to ask for
  useEffect(() => void reload(), [key, reload]);

  const isCurrent = held !== undefined && held.key === key;
  return { data: isCurrent ? held.data : undefined, isFailed: isCurrent && held.isFailed, reload };
}
