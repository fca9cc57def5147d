import type { Context, Trx } from '../context.ts';
import { conflict, DomainError } from '../errors.ts';

/** What a violated constraint means to the person who caused it, by the constraint's name. */
const conflictMessages = new Map<string, string>();

/** A feature says what its unique constraints mean: `members_mobile_key` → 该手机号已注册. */
export function explainConstraint(constraint: string, message: string): void {
  conflictMessages.set(constraint, message);
}

/**
 * Runs `work` in one transaction. The database decides races: a violated constraint that was explained
 * becomes a conflict with its message.
 */
export async function inTransaction<T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.transaction().execute(work);
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  const constraint = (error as { constraint?: string }).constraint;
  const message = constraint && conflictMessages.get(constraint);
  return message ? conflict(message) : error;
}
