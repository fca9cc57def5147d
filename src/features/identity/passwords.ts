import { hash, verify } from '@node-rs/argon2';
import { defaultPasswordCost } from '#kernel/config.ts';
import { rateLimited } from '#kernel/errors.ts';

// Two passes and one lane of Argon2id, the library's default algorithm; the memory is the setting PASSWORD_COST.
const options = { memoryCost: defaultPasswordCost, timeCost: 2, parallelism: 1 };

/** Sets the memory of every later hash, in KiB. It applies to the process: a process runs with one configuration. */
export function setPasswordCost(memoryCost: number): void {
  if (memoryCost !== options.memoryCost) decoy = undefined;
  options.memoryCost = memoryCost;
}

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), options);

// A hash keeps a thread of the pool busy for tens of milliseconds, and files, compression and new database
// connections share those four: a rush to log in must leave some for the readers.
const atOnce = 2;
const mostWaiting = 200;
let working = 0;
const waiting: (() => void)[] = [];

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash (no such member) it takes as long as with one, so that the time of an
 * answer does not tell who is registered. @throws rateLimited when too many are waiting for theirs
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('not a password of anyone');
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
