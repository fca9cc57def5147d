import { hash, verify } from '@node-rs/argon2';
import type { Tenant } from '#kernel/context.ts';
import { rateLimited } from '#kernel/errors.ts';

type Cost = Pick<Tenant, 'passwordCost'>;

/** Hashes with Argon2id, the library's default algorithm: two passes, one lane, the memory of PASSWORD_COST. */
export const hashPassword = ({ passwordCost: memoryCost }: Cost, password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost, timeCost: 2, parallelism: 1 });

// A hash keeps a thread of the pool busy for tens of milliseconds, and files, compression and new database
// connections share those four: a rush to log in must leave some for the readers.
const atOnce = 2;
const mostWaiting = 200;
let working = 0;
const waiting: (() => void)[] = [];

/** A hash of nobody's password for each cost. */
const decoys = new Map<number, Promise<string>>();

/**
 * Checks a password. Without a hash (no such member) it takes as long as with one, so that the time of an
 * answer does not tell who is registered. @throws rateLimited when too many are waiting for theirs
 */
export async function checkPassword(
  cost: Cost,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const decoy = decoys.get(cost.passwordCost) ?? hashPassword(cost, 'not a password of anyone');
  decoys.set(cost.passwordCost, decoy);
  const against = stored ?? (await decoy);
  const matches = await inTurn(() => verify(against, password.normalize('NFKC')));
  return matches && Boolean(stored);
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= atOnce) {
    if (waiting.length >= mostWaiting) throw rateLimited('登录的人太多，请稍后再试', 5);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}
