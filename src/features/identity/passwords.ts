import { hash, verify } from '@node-rs/argon2';
import type { Tenant } from '#kernel/context.ts';
import { invalid, rateLimited } from '#kernel/errors.ts';
import { normalise } from '#shared/text/normalise.ts';

type Cost = Pick<Tenant, 'passwordCost'>;

/** Hashes with Argon2id, the library's default algorithm: two passes, one lane, the memory of PASSWORD_COST. */
export const hashPassword = ({ passwordCost: memoryCost }: Cost, password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost, timeCost: 2, parallelism: 1 });

let common: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 most used passwords, loaded when somebody first chooses one. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(normalise)),
  );
  return common;
}

// Words that are guessed first because of what this is (ASVS 5, 6.1.2), longer ones before words within them.
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
/** A password with fewer other letters than this beside words of the context is refused. */
const minOtherLetters = 4;

type Owner = {
  mobile: string;
  name?: string | undefined;
  /** The site's name, where it is known. */
  site?: string | undefined;
};

/**
 * Hashes a password that somebody chooses.
 * @throws invalid for blanks, one of the most used (ASVS 5, 6.2.4), the owner's number or name, and for little more than
 * the site's name or another word of the context (6.2.11)
 */
export async function hashNewPassword(
  cost: Cost,
  password: string,
  { mobile, name, site }: Owner,
): Promise<string> {
  const plain = normalise(password).trim();
  if (plain === '') throw invalid('密码（password）不能只有空格');
  if (plain.includes(mobile) || (name !== undefined && plain === normalise(name).trim()))
    throw invalid('密码（password）不能用自己的手机号或名字，请换一个');
  if ((await commonPasswords()).has(plain)) throw invalid('密码（password）太常见，容易被猜到，请换一个');
  if (isOfContext(plain, site)) throw invalid('密码（password）与本站名称或常用词太接近，请换一个');
  return hashPassword(cost, password);
}

function isOfContext(plain: string, site = ''): boolean {
  const words = [normalise(site).trim(), ...contextWords].filter((word) => word !== '');
  if (!words.some((word) => plain.includes(word))) return false;
  const others = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
  return [...others.replace(/\P{L}/gu, '')].length < minOtherLetters;
}

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
