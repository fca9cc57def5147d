import { useRef, useState } from 'react';
import type { LoginOutcome, LoginRefusal, Proof } from '#client/account.ts';
import { CallError } from '#client/call-error.ts';
import { NO_PROOF_MESSAGE } from '#client/proof.ts';
import { useClient } from '#web/client-context.ts';
import { useProver } from '#web/parts/sign-in/use-prover.ts';

/** The current step of the log-in. A step keeps the grant that it completes. */
export type LoginStep =
  | { step: 'ways' }
  | { step: 'totp'; grant: Proof }
  | { step: 'bind'; bindTicket: string; nickname: string | undefined }
  | { step: 'consent'; grant: Proof; message: string }
  | { step: 'deletion'; dueAt: string };

export type LogIn = {
  currentStep: LoginStep;
  /** `proving`: the proof of work is running; `asking`: the call is running. */
  isBusy: false | 'proving' | 'asking';
  /** Returns whether this page is logging a member in; then it decides itself where they go next. */
  isLoggingInHere: () => boolean;
  /**
   * Tries to log in. Returns the refusal that the form must show, or undefined after success, when the next step is on
   * screen, or when an alert has shown the error. Never rejects.
   */
  attempt: (grant: Proof) => Promise<LoginRefusal | undefined>;
  /** Returns to the choice of methods and discards the grant. */
  startOver: () => void;
};

/**
 * Logs in with any grant: proof of work if required, second factor, binding, grace period before deletion.
 * `onStaleConsent` is called when the texts on the page are no longer current. `fromPost`: the post that the person
 * came from.
 */
export function useLogIn(onLoggedIn: () => void, onStaleConsent: () => void, fromPost?: string): LogIn {
  const client = useClient();
  const prover = useProver();
  const [currentStep, setCurrentStep] = useState<LoginStep>({ step: 'ways' });
  const [isBusy, setIsBusy] = useState<LogIn['isBusy']>(false);
  const isLoggingInHere = useRef(false);
  const isProofRequired = useRef(false);

  async function logInOnce(grant: Proof): Promise<LoginOutcome> {
    // A proof is single-use, so each attempt needs a new one.
    const proof = grant.grant_type === 'password' && isProofRequired.current ? await takeProof() : undefined;
    if (typeof proof === 'object') return proof;
    setIsBusy('asking');
    return client().account.logIn({
      ...grant,
      ...(proof && { proof: proof }),
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
    isLoggingInHere.current = true;
    try {
      let outcome = await logInOnce(grant);
      if (!outcome.isLoggedIn && outcome.requirement === 'proof_required') {
        isProofRequired.current = true;
        outcome = await logInOnce(grant);
      }
      if (!outcome.isLoggedIn) return handleRefusal(grant, outcome);
      if (outcome.deletionDueAt) setCurrentStep({ step: 'deletion', dueAt: outcome.deletionDueAt });
      else onLoggedIn();
    } catch {
      // The call had no answer; an alert has shown the error.
      isLoggingInHere.current = false;
    } finally {
      setIsBusy(false);
    }
    return undefined;
  }

  function handleRefusal(grant: Proof, refusal: LoginRefusal): LoginRefusal | undefined {
    isLoggingInHere.current = false;
    const { requirement, bindTicket, nickname } = refusal;
    if (requirement === 'consent_required') onStaleConsent();
    if (requirement === 'totp_required') {
      const isRepeated = grant.totp !== undefined;
      // The scanned code is used up; the bind ticket replaces it from here on.
      const next: Proof = bindTicket ? { grant_type: 'social', bindTicket } : grant;
      setCurrentStep({ step: 'totp', grant: next });
      return isRepeated ? refusal : undefined;
    }
    if (requirement === 'consent_renewal') {
      onStaleConsent();
      const isRepeated = currentStep.step === 'consent';
      const next: Proof = bindTicket ? { grant_type: 'social', bindTicket } : grant;
      setCurrentStep({ step: 'consent', grant: next, message: refusal.message });
      return isRepeated ? refusal : undefined;
    }
    if (requirement === 'profile_required' && refusal.authorizeAddress) {
      // WeChat asks for name and picture there, and the log-in goes on after that.
      isLoggingInHere.current = true;
      location.assign(refusal.authorizeAddress);
      return undefined;
    }
    if (requirement === 'bind_required' && bindTicket && currentStep.step !== 'bind') {
      setCurrentStep({ step: 'bind', bindTicket, nickname });
      return undefined;
    }
    return refusal;
  }

  return {
    currentStep,
    isBusy,
    isLoggingInHere: () => isLoggingInHere.current,
    attempt,
    startOver: () => setCurrentStep({ step: 'ways' }),
  };
}
