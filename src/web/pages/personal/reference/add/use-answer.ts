import { useCallback, useEffect, useRef, useState } from 'react';
import { type SiteCall, useAct } from '../../../../parts/use-act.ts';

export type Answer<T> = {
  data: T | undefined;
  /** Why nothing came. */
  error: string | undefined;
  again: () => void;
};

/** Asks for what a sheet shows, anew whenever `key` changes; a late answer to an earlier key is dropped. */
export function useAnswer<T>(key: string, ask: (call: SiteCall) => Promise<T>): Answer<T> {
  const { run, error } = useAct();
  const [held, setHeld] = useState<{ key: string; data: T }>();
  const latest = useRef({ key, ask });
  latest.current = { key, ask };
  const again = useCallback(
    () =>
      void run(async (call) => {
        const asked = latest.current.key;
        const data = await latest.current.ask(call);
        if (latest.current.key === asked) setHeld({ key: asked, data });
      }),
    [run],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another question.
  useEffect(again, [again, key]);
  return { data: held?.key === key ? held.data : undefined, error, again };
}
