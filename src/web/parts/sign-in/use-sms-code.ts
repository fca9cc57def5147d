import { useEffect, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import type { CodeRequest } from '#features/identity/schema.ts';
import { useClient } from '../../client-context.ts';
import { startCooldown, useSecondsLeft } from './code-cooldowns.ts';
import { useProver } from './use-prover.ts';

export type CodePurpose = CodeRequest['purpose'];

export type SmsCode = {
  /** Seconds until another code may be requested for this number; 0 if it may be requested now. */
  secondsLeft: number;
  /** Whether a request is in progress. */
  isBusy: boolean;
  /** Whether this form has sent a code to this number. */
  hasSent: boolean;
  /** Why the last code for this number was not sent, to be shown to the person. */
  error: string | undefined;
  /** Requests a code for `phone`, the number or address after validation, and returns whether it was sent. Never rejects. */
  send: (phone: string) => Promise<boolean>;
};

/**
 * Requests codes: proof of work, then the call, then a cooldown. `phone` is the number entered so far, normalised, or an
 * e-mail address; `''` for codes that go to the member's own number.
 */
export function useSmsCode(purpose: CodePurpose, phone: string): SmsCode {
  const client = useClient();
  const prover = useProver();
  const secondsLeft = useSecondsLeft(phone);
  const [isBusy, setIsBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [failedSend, setFailedSend] = useState<{ to: string; message: string; hasCooldown: boolean }>();

  // Codes for `delete` and `change-old` go to the member's own number, so nobody enters one.
  const canRequest = purpose === 'delete' || purpose === 'change-old' || /^1\d{10}$|@/.test(phone);
  useEffect(() => {
    // Solves the proof of work in advance, so that the person does not wait for it after pressing the button.
    if (canRequest) prover().prepare();
  }, [canRequest, prover]);

  async function send(to: string) {
    setIsBusy(true);
    setFailedSend(undefined);
    try {
      const proof = await prover().take();
      const { retryAfter } = await client().call('POST /blade-auth/oauth/sms/send-validate', {
        body: { ...(to.includes('@') ? { email: to } : { phone: to }), purpose, proof },
        silent: true,
      });
      setSentTo(to);
      startCooldown(to, retryAfter);
      return true;
    } catch (failure) {
      const { message, retryAfter } = failure instanceof CallError ? failure : { message: DEFAULT_MESSAGE };
      setFailedSend({ to, message, hasCooldown: retryAfter !== undefined });
      // In seconds; sent with a 429 or a 503.
      if (retryAfter) startCooldown(to, retryAfter);
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  // Hides an error about another number, and one with a cooldown once that has ended.
  const isErrorCurrent = failedSend?.to === phone && !(failedSend.hasCooldown && secondsLeft === 0);
  const hasSent = sentTo !== undefined && sentTo === phone;
  return { secondsLeft, isBusy, hasSent, error: isErrorCurrent ? failedSend?.message : undefined, send };
}
