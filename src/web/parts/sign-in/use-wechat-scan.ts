import { useCallback, useEffect, useState } from 'react';
import type { WechatParameters } from '#features/identity/schema.ts';
import { useClient } from '../../client-context.ts';

export type WechatCode = { code: string; state: string };

export type WechatScan =
  | { step: 'asking' | 'failed' | 'refused' | 'expired' }
  | { step: 'loading' | 'shown' | 'scanned'; parameters: WechatParameters };

// The server expires a state after ten minutes; the frame is removed a little earlier, so that a scan is still in time.
const MAX_AGE_MS = 9.5 * 60_000;
const LOAD_TIMEOUT_MS = 15_000;

/**
 * Manages WeChat's frame until the scan: loads the parameters, receives the callback page's message, and handles
 * refusal, failure and expiry. `restart` starts over with a new state.
 */
export function useWechatScan(
  purpose: 'login' | 'bind',
  containerId: string,
  onScan: (scan: WechatCode) => void,
): { scan: WechatScan; frameLoaded: () => void; restart: () => void } {
  const client = useClient();
  const [scan, setScan] = useState<WechatScan>({ step: 'asking' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    void attempt;
    const controller = new AbortController();
    setScan({ step: 'asking' });
    client()
      .call('GET /reception/wechat/parameters', {
        query: { purpose },
        silent: true,
        signal: controller.signal,
      })
      .then((parameters) => setScan({ step: 'loading', parameters }))
      .catch(() => controller.signal.aborted || setScan({ step: 'failed' }));
    return () => controller.abort();
  }, [client, purpose, attempt]);

  const { step } = scan;
  useEffect(() => {
    if (step !== 'loading' && step !== 'shown') return;
    const timer = setTimeout(
      () => setScan({ step: step === 'loading' ? 'failed' : 'expired' }),
      step === 'loading' ? LOAD_TIMEOUT_MS : MAX_AGE_MS,
    );
    return () => clearTimeout(timer);
  }, [step]);

  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      const frame = document.getElementById(containerId)?.querySelector('iframe');
      // Accepts messages only from the callback page in this frame; other windows may post messages here too.
      if (event.origin !== location.origin || event.source !== frame?.contentWindow) return;
      const result = parseMessage(event.data);
      if (result === 'refused') setScan({ step: 'refused' });
      else if (result) {
        setScan((current) => ('parameters' in current ? { ...current, step: 'scanned' } : current));
        onScan(result);
      }
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [containerId, onScan]);

  return {
    scan,
    frameLoaded: useCallback(
      () => setScan((current) => (current.step === 'loading' ? { ...current, step: 'shown' } : current)),
      [],
    ),
    restart: useCallback(() => setAttempt((current) => current + 1), []),
  };
}

/** Parses the message of the callback page; undefined for any other message. */
export function parseMessage(message: unknown): WechatCode | 'refused' | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, code, state, refused } = message as Record<string, unknown>;
  if (type !== 'wechat') return undefined;
  if (refused === true) return 'refused';
  return typeof code === 'string' && typeof state === 'string' ? { code, state } : undefined;
}
