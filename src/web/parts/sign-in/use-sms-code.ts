import { useEffect, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import type { CodeRequest } from '#features/identity/schema.ts';
import { useClient } from '../../client-context.ts';
import { beginWait, useSecondsLeft } from './code-waits.ts';
import { useProver } from './use-prover.ts';

export type CodePurpose = CodeRequest['purpose'];

export type SmsCode = {
  secondsLeft: number;
  isBusy: boolean;
  /** A code is on its way to this number. */
  hasSent: boolean;
  /** Why the last one was not sent. */
  error: string | undefined;
  /** Asks for a code, to `phone` as it is now, and answers whether it is on its way. Never rejects. */
  send: (phone: string) => Promise<boolean>;
};

/**
 * Asks for codes by SMS: proof of work first, then the call, then the wait. `phone` is the number filled in so
 * far, cleaned; `''` for codes that go to the caller's own number.
 */
export function useSmsCode(purpose: CodePurpose, phone: string): SmsCode {
  const client = useClient();
  const prover = useProver();
  const secondsLeft = useSecondsLeft(phone);
  const [isBusy, setIsBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [failed, setFailed] = useState<{ to: string; message: string; isWait: boolean }>();

  const isLikely = purpose === 'delete' || purpose === 'change-old' || /^1\d{10}$/.test(phone);
  useEffect(() => {
    // Solved while the person reads on, so that the press itself waits for nothing.
    if (isLikely) prover().prepare();
  }, [isLikely, prover]);

  async function send(to: string) {
    setIsBusy(true);
    setFailed(undefined);
    try {
      const proof = await prover().take();
      const { retryAfter } = await client().call('POST /blade-auth/oauth/sms/send-validate', {
        body: { phone: to, purpose, proof },
        silent: true,
      });
      setSentTo(to);
      beginWait(to, retryAfter);
      return true;
    } catch (failure) {
      const { message, retryAfter } = failure instanceof CallError ? failure : { message: DEFAULT_MESSAGE };
      setFailed({ to, message, isWait: retryAfter !== undefined });
      if (retryAfter) beginWait(to, retryAfter);
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  // What was said of another number, or of a wait that is over, is true no longer.
  const isTrue = failed?.to === phone && !(failed.isWait && secondsLeft === 0);
  const hasSent = sentTo !== undefined && sentTo === phone;
  return { secondsLeft, isBusy, hasSent, error: isTrue ? failed?.message : undefined, send };
}
