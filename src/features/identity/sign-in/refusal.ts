import { DomainError } from '#kernel/errors.ts';
import type { TokenAnswer } from '../schema.ts';

/** A secret that was looked at and is wrong: a guess, which the security log records. */
export class WrongSecret extends DomainError {
  constructor(message: string) {
    super('invalid', message);
    this.name = 'WrongSecret';
  }
}

/** What a refused log-in adds to its message, so that the form knows how to go on. */
export type RefusalHints = Pick<
  Extract<TokenAnswer, { error_code: number }>,
  'error' | 'bindTicket' | 'nickname'
>;

/** A log-in that lacks something the person can still give. */
export class SignInRefusal extends DomainError {
  readonly hints: RefusalHints;

  constructor(message: string, hints: RefusalHints) {
    super('invalid', message);
    this.name = 'SignInRefusal';
    this.hints = hints;
  }
}
