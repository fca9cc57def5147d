import { useCallback, useEffect, useState } from 'react';
import type { WechatParameters } from '#features/identity/schema.ts';
import { useClient } from '../../client-context.ts';

/** What the person's scan gave. */
export type WechatReturn = { code: string; state: string };

export type WechatScan =
  | { step: 'asking' | 'failed' | 'refused' | 'expired' }
  | { step: 'loading' | 'shown' | 'scanned'; parameters: WechatParameters };

// The server forgets a state after ten minutes; the frame is put away a little before, for the scan to be in time.
const LIFE_MS = 9.5 * 60_000;
const LOAD_MS = 15_000;

/**
 * Everything between opening WeChat's frame and the person's scan: parameters from the server, the frame's
 * message from our own callback page, refusal, age. `again` begins anew with a new state.
 */
export function useWechatScan(
  purpose: 'login' | 'bind',
  containerId: string,
  onScan: (scan: WechatReturn) => void,
): { scan: WechatScan; frameLoaded: () => void; again: () => void } {
  const client = useClient();
  const [scan, setScan] = useState<WechatScan>({ step: 'asking' });
  const [round, setRound] = useState(0);

  useEffect(() => {
    void round;
    const gaveUp = new AbortController();
    setScan({ step: 'asking' });
    client()
      .call('GET /reception/wechat/parameters', { query: { purpose }, silent: true, signal: gaveUp.signal })
      .then((parameters) => setScan({ step: 'loading', parameters }))
      .catch(() => gaveUp.signal.aborted || setScan({ step: 'failed' }));
    return () => gaveUp.abort();
  }, [client, purpose, round]);

  const { step } = scan;
  useEffect(() => {
    if (step !== 'loading' && step !== 'shown') return;
    const timer = setTimeout(
      () => setScan({ step: step === 'loading' ? 'failed' : 'expired' }),
      step === 'loading' ? LOAD_MS : LIFE_MS,
    );
    return () => clearTimeout(timer);
  }, [step]);

  useEffect(() => {
    const listen = (event: MessageEvent) => {
      const frame = document.getElementById(containerId)?.querySelector('iframe');
      // From the callback page in this very frame, and from nobody else who may post here.
      if (event.origin !== location.origin || event.source !== frame?.contentWindow) return;
      const answer = readAnswer(event.data);
      if (answer === 'refused') setScan({ step: 'refused' });
      else if (answer) {
        setScan((known) => ('parameters' in known ? { ...known, step: 'scanned' } : known));
        onScan(answer);
      }
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [containerId, onScan]);

  return {
    scan,
    frameLoaded: useCallback(
      () => setScan((known) => (known.step === 'loading' ? { ...known, step: 'shown' } : known)),
      [],
    ),
    again: useCallback(() => setRound((before) => before + 1), []),
  };
}

/** What the callback page says; nothing when it is not its message. */
export function readAnswer(message: unknown): WechatReturn | 'refused' | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, code, state, refused } = message as Record<string, unknown>;
  if (type !== 'wechat') return undefined;
  if (refused === true) return 'refused';
  return typeof code === 'string' && typeof state === 'string' ? { code, state } : undefined;
}
