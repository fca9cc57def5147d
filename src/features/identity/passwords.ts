import { hash, verify } from '@node-rs/argon2';

// OWASP's minimum for Argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), options);

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash (no such member) it takes as long as with one, so that the time of an
 * answer does not tell who is registered.
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('not a password of anyone');
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'));
  return matches && Boolean(stored);
}
