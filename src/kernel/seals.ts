import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Encrypts stored values that must be readable again, such as passwords for other services, so that a copy of the
 * database alone reveals none of them. AES-256-GCM; the purpose is authenticated, so a value cannot be moved to a
 * column of another purpose.
 */
export type Seals = {
  seal(text: string, purpose: SealPurpose): string;
  /** Decrypts a value. Returns a text stored before sealing existed unchanged. @throws if the key is a different one */
  open(sealed: string, purpose: SealPurpose): string;
  /** Identifies the key without revealing it. */
  readonly fingerprint: string;
};

export type SealPurpose = 'totp' | 'settings' | 'secrets';

const prefix = 'sealed:1:';
const nonceBytes = 12;
const tagBytes = 16;

export const isSealed = (text: string): boolean => text.startsWith(prefix);

/** @param key at least 32 random bytes */
export function createSeals(key: Buffer): Seals {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `guanlan ${use}`, 32));
  const cipherKey = derive('seals');
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(Buffer.from(purpose));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return prefix + Buffer.concat(parts).toString('base64url');
    },
    open(sealed, purpose) {
      if (!isSealed(sealed)) return sealed;
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-tagBytes));
      return (
        decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    },
    fingerprint: createHmac('sha256', derive('fingerprint')).update('guanlan').digest('base64url'),
  };
}

/** The file in `DATA_DIR` that holds the portal's key if `PORTAL_KEY` is not set. */
export const portalKeyFile = 'portal.key';

/** Returns the portal's key: `PORTAL_KEY`, else the file in `dataDir`, which the first process creates. */
export function readPortalKey({
  portalKey,
  dataDir,
}: {
  portalKey: string | undefined;
  dataDir: string;
}): Buffer {
  return Buffer.from(portalKey ?? readOrCreate(join(dataDir, portalKeyFile)), 'base64url');
}

function readOrCreate(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(join(path, '..'), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // A link is created completely or not at all: no process reads half a key, and of two concurrent keys one wins.
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
  return readFileSync(path, 'utf8').trim();
}
