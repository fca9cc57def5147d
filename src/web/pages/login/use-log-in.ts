import { useRef, useState } from 'react';
import type { LoginOutcome, LoginRefusal, Proof } from '#client/account.ts';
import { CallError } from '#client/call-error.ts';
import { NO_PROOF_MESSAGE } from '#client/proof.ts';
import { useClient } from '../../client-context.ts';
import { useProver } from '../../parts/sign-in/use-prover.ts';

/** Where somebody stands on their way in. A step keeps the grant that it completes. */
export type LoginStep =
  | { step: 'ways' }
  | { step: 'totp'; grant: Proof }
  | { step: 'bind'; bindTicket: string; nickname: string | undefined }
  | { step: 'consent'; grant: Proof; message: string }
  | { step: 'deletion'; dueAt: string };

export type LogIn = {
  at: LoginStep;
  /** `proving`: the proof is being worked out; `asking`: the server is. */
  isBusy: false | 'proving' | 'asking';
  /** This page is logging somebody in, so it is its own business where they go next. */
  isOwn: () => boolean;
  /**
   * Tries to log in. Answers the refusal that the form must show; nothing when somebody is in, when the next step is
   * on screen, or when the person has been told in an alert. Never rejects.
   */
  attempt: (grant: Proof) => Promise<LoginRefusal | undefined>;
  /** Back to the ways, with nothing kept. */
  startOver: () => void;
};

/**
 * The way in, whatever the grant: proof of work when asked for, second factor, binding, days of grace.
 * `onStaleConsent`: the texts on the page are not the ones in force any more. `fromPost`: the piece they came from.
 */
export function useLogIn(onLoggedIn: () => void, onStaleConsent: () => void, fromPost?: string): LogIn {
  const client = useClient();
  const prover = useProver();
  const [at, setAt] = useState<LoginStep>({ step: 'ways' });
  const [isBusy, setIsBusy] = useState<LogIn['isBusy']>(false);
  const isOwn = useRef(false);
  const isProofDue = useRef(false);

  async function ask(grant: Proof): Promise<LoginOutcome> {
    // Each proof is good for one try, so a password that failed needs a new one.
    const taken = grant.grant_type === 'password' && isProofDue.current ? await takeProof() : undefined;
    if (typeof taken === 'object') return taken;
    setIsBusy('asking');
    return client().account.logIn({
      ...grant,
      ...(taken && { proof: taken }),
      ...(fromPost && grant.grant_type !== 'password' && { fromPost }),
    });
  }

  async function takeProof(): Promise<string | LoginRefusal> {
    setIsBusy('proving');
    try {
      return await prover().take();
    } catch (failure) {
      const message = failure instanceof CallError ? failure.message : NO_PROOF_MESSAGE;
      return { isLoggedIn: false, message };
    }
  }

  async function attempt(grant: Proof): Promise<LoginRefusal | undefined> {
    isOwn.current = true;
    try {
      let outcome = await ask(grant);
      if (!outcome.isLoggedIn && outcome.lack === 'proof_required') {
        isProofDue.current = true;
        outcome = await ask(grant);
      }
      if (!outcome.isLoggedIn) return goOn(grant, outcome);
      if (outcome.deletionDueAt) setAt({ step: 'deletion', dueAt: outcome.deletionDueAt });
      else onLoggedIn();
    } catch {
      // No answer: the person has been told in the alert.
      isOwn.current = false;
    } finally {
      setIsBusy(false);
    }
    return undefined;
  }

  function goOn(grant: Proof, refusal: LoginRefusal): LoginRefusal | undefined {
    isOwn.current = false;
    const { lack, bindTicket, nickname } = refusal;
    if (lack === 'consent_required') onStaleConsent();
    if (lack === 'totp_required') {
      const isAskedAgain = grant.totp !== undefined;
      // What was scanned is used up; the ticket stands for it from here on.
      const next: Proof = bindTicket ? { grant_type: 'social', bindTicket } : grant;
      setAt({ step: 'totp', grant: next });
      return isAskedAgain ? refusal : undefined;
    }
    if (lack === 'consent_renewal') {
      onStaleConsent();
      const isAskedAgain = at.step === 'consent';
      const next: Proof = bindTicket ? { grant_type: 'social', bindTicket } : grant;
      setAt({ step: 'consent', grant: next, message: refusal.message });
      return isAskedAgain ? refusal : undefined;
    }
    if (lack === 'bind_required' && bindTicket && at.step !== 'bind') {
      setAt({ step: 'bind', bindTicket, nickname });
      return undefined;
    }
    return refusal;
  }

  return {
    at,
    isBusy,
    isOwn: () => isOwn.current,
    attempt,
    startOver: () => setAt({ step: 'ways' }),
  };
}
