import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeals, readPortalKey } from './seals.ts';

const seals = createSeals(randomBytes(32));

describe('a seal', () => {
  test('opens every text again, and does not contain it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const text = given.toWellFormed();
        const sealed = seals.seal(text, 'settings');
        expect(seals.open(sealed, 'settings')).toBe(text);
        if (text.length > 5) expect(sealed).not.toContain(text);
      }),
    );
  });

  test('differs each time', () => {
    expect(seals.seal('secret', 'totp')).not.toBe(seals.seal('secret', 'totp'));
  });

  test('opens only unchanged, with its own key and for its own purpose', () => {
    const sealed = seals.seal('secret', 'totp');
    expect(() => createSeals(randomBytes(32)).open(sealed, 'totp')).toThrow();
    expect(() => seals.open(sealed, 'settings')).toThrow();
    const other = sealed.at(-2) === 'A' ? 'B' : 'A';
    expect(() => seals.open(`${sealed.slice(0, -2)}${other}${sealed.at(-1)}`, 'totp')).toThrow();
    expect(() => seals.open('sealed:1:AAAA', 'totp')).toThrow();
  });

  test('returns values stored before sealing existed', () => {
    expect(seals.open('JBSWY3DPEHPK3PXP', 'totp')).toBe('JBSWY3DPEHPK3PXP');
  });
});

test('the portal’s key is created once, readable by its owner only', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guanlan-key-'));
  const key = readPortalKey({ portalKey: undefined, dataDir });
  expect(key).toHaveLength(32);
  expect(readPortalKey({ portalKey: undefined, dataDir })).toEqual(key);
  const path = join(dataDir, 'portal.key');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8').trim()).toBe(key.toString('base64url'));
  rmSync(dataDir, { recursive: true });
});
