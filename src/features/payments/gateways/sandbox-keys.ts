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

const storedKeys = z.object({ merchant: z.string(), platform: z.string(), apiKey: z.string().length(32) });

/** The merchant that the portal and its sandbox gateway share. */
export const sandboxMerchant = {
  merchantId: '1900000001',
  appId: 'wx0000guanlanpay00',
  serial: '53414E44424F580000000000000000000000A001',
  platformKeyId: 'PUB_KEY_ID_0119000000010000000000000000000001',
} as const;

/**
 * Returns the keys of a portal's sandbox. The first use generates them in the data directory, readable by its owner
 * only; of concurrent processes the first wins.
 */
export function sandboxKeys(folder: string) {
  const { merchant, platform, apiKey } = storedKeys.parse(JSON.parse(readOrCreate(folder)));
  return {
    merchant: createPrivateKey(merchant),
    merchantPublic: createPublicKey(merchant),
    platform: createPrivateKey(platform),
    platformPublic: createPublicKey(platform),
    apiKey: createSecretKey(Buffer.from(apiKey)),
  };
}

function readOrCreate(folder: string): string {
  const file = join(folder, 'keys.json');
  const existing = readIfExists(file);
  if (existing !== null) return existing;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const keys = { merchant: generateKey(), platform: generateKey(), apiKey: randomBytes(16).toString('hex') };
  writeFileSync(draft, JSON.stringify(keys), { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces a file that another process has created.
    linkSync(draft, file);
  } catch {
    // Another process was first; its keys are used.
  }
  unlinkSync(draft);
  return readFileSync(file, 'utf8');
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const generateKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
