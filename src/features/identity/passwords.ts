import { hash, verify } from '@node-rs/argon2';
import type { Tenant } from '#kernel/context.ts';
import { invalid, rateLimited } from '#kernel/errors.ts';
import { normalise } from '#shared/text/normalise.ts';

type Cost = Pick<Tenant, 'passwordCost'>;

/** Hashes with Argon2id, the library's default algorithm: two passes, one lane, and PASSWORD_COST as memory cost. */
export const hashPassword = ({ passwordCost: memoryCost }: Cost, password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost, timeCost: 2, parallelism: 1 });

let commonPasswordsPromise: Promise<ReadonlySet<string>> | undefined;

/** Loads the 49,000 most used passwords at the first use. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswordsPromise ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(normalise)),
  );
  return commonPasswordsPromise;
}

// Context-specific words that attackers guess first (ASVS 5, 6.1.2); longer words come before words within them.
const contextWords = [
  'administrator',
  'guanlan',
  'password',
  'editor',
  'portal',
  'admin',
  '管理员',
  '编辑部',
  '观澜',
  '密码',
];
/** Minimum number of letters besides context words; a password with fewer is refused. */
const minOtherLetters = 4;

type Owner = {
  mobile: string;
  name?: string | undefined;
  site?: string | undefined;
};

/**
 * Hashes a new password. @throws invalid for a blank password, one of the most used (ASVS 5, 6.2.4), the owner's number
 * or name, and one that is little more than the site's name or another context word (6.2.11)
 */
export async function hashNewPassword(
  cost: Cost,
  password: string,
  { mobile, name, site }: Owner,
): Promise<string> {
  const plain = normalise(password).trim();
  if (plain === '') throw invalid('密码不能只有空格', 'password');
  if (plain.includes(mobile) || (name !== undefined && plain === normalise(name).trim()))
    throw invalid('密码不能用自己的手机号或昵称，请换一个', 'password');
  if ((await loadCommonPasswords()).has(plain)) throw invalid('密码太常见，容易被猜到，请换一个', 'password');
  if (isMostlyContextWords(plain, site)) throw invalid('密码与本站名称或常用词太接近，请换一个', 'password');
  return hashPassword(cost, password);
}

function isMostlyContextWords(plain: string, site = ''): boolean {
  const words = [normalise(site).trim(), ...contextWords].filter((word) => word !== '');
  if (!words.some((word) => plain.includes(word))) return false;
  const others = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
  return [...others.replace(/\P{L}/gu, '')].length < minOtherLetters;
}

// A hash occupies a thread of libuv's pool for tens of milliseconds, and files, compression and new database
// connections share its four threads: a rush of log-ins must leave some for readers.
const maxConcurrent = 2;
const maxWaiting = 200;
let running = 0;
const queue: (() => void)[] = [];

/** Decoy hashes by cost, verified for unknown members. */
const decoys = new Map<number, Promise<string>>();

/**
 * Verifies a password. Without a stored hash (no such member) it takes as long as with one, so that the response time
 * does not reveal who is registered. @throws rateLimited when too many verifications are queued
 */
export async function verifyPassword(
  cost: Cost,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const decoy = decoys.get(cost.passwordCost) ?? hashPassword(cost, 'not a password of anyone');
  decoys.set(cost.passwordCost, decoy);
  const hashToVerify = stored ?? (await decoy);
  const matches = await withConcurrencyLimit(() => verify(hashToVerify, password.normalize('NFKC')));
  return matches && Boolean(stored);
}

async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) {
    if (queue.length >= maxWaiting) throw rateLimited('登录的人太多，请稍后再试', 5);
    await new Promise<void>((resolve) => queue.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}
