import { DomainError } from '#kernel/errors.ts';
import type { TokenAnswer } from '../schema.ts';

/** A secret that was checked and is wrong: a guess, which the security log records. */
export class WrongSecret extends DomainError {
  constructor(message: string, field?: string) {
    super('invalid', message, { field });
    this.name = 'WrongSecret';
  }
}

/** The fields that a refused log-in adds to its message, so that the form knows how to continue. */
export type RefusalHints = Pick<
  Extract<TokenAnswer, { error_code: number }>,
  'error' | 'bindTicket' | 'nickname' | 'authorizeAddress'
>;

/** A log-in that lacks something the person can still provide. */
export class SignInRefusal extends DomainError {
  readonly hints: RefusalHints;

  constructor(message: string, hints: RefusalHints) {
    super('invalid', message);
    this.name = 'SignInRefusal';
    this.hints = hints;
  }
}
