import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const kept = z.object({ merchant: z.string(), platform: z.string(), apiKey: z.string().length(32) });

/** What the portal and its sandbox gateway know of each other: the merchant they both speak of, and its keys. */
export const sandboxMerchant = {
  merchantId: '1900000001',
  appId: 'wx0000guanlanpay00',
  serial: '53414E44424F580000000000000000000000A001',
  platformKeyId: 'PUB_KEY_ID_0119000000010000000000000000000001',
} as const;

/**
 * The keys of a portal's sandbox: made on the spot at first need, kept in the data directory for its owner alone; of
 * processes that make them at once the first wins.
 */
export function sandboxKeys(folder: string) {
  const { merchant, platform, apiKey } = kept.parse(JSON.parse(readOrMake(folder)));
  return {
    merchant: createPrivateKey(merchant),
    merchantPublic: createPublicKey(merchant),
    platform: createPrivateKey(platform),
    platformPublic: createPublicKey(platform),
    apiKey: createSecretKey(Buffer.from(apiKey)),
  };
}

function readOrMake(folder: string): string {
  const file = join(folder, 'keys.json');
  const existing = readIfThere(file);
  if (existing !== null) return existing;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const keys = { merchant: newKey(), platform: newKey(), apiKey: randomBytes(16).toString('hex') };
  writeFileSync(draft, JSON.stringify(keys), { mode: 0o600 });
  try {
    // Unlike a rename, a link never takes the place of what somebody else has made meanwhile.
    linkSync(draft, file);
  } catch {
    // Theirs is as good as ours.
  }
  unlinkSync(draft);
  return readFileSync(file, 'utf8');
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
