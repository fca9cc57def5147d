import { afterEach, expect, test } from 'vitest';
import { defaultPasswordCost } from '#kernel/config.ts';
import { checkPassword, hashPassword, setPasswordCost } from './passwords.ts';

afterEach(() => setPasswordCost(defaultPasswordCost));

test('hashes with Argon2id at OWASP’s parameters by default', async () => {
  expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('hashes at the configured cost and still accepts a hash of another cost', async () => {
  const before = await hashPassword('correct horse');
  setPasswordCost(8);
  const after = await hashPassword('correct horse');
  expect(after).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/);
  expect(await checkPassword(before, 'correct horse')).toBe(true);
  expect(await checkPassword(after, 'correct horse')).toBe(true);
  expect(await checkPassword(after, 'wrong horse')).toBe(false);
  expect(await checkPassword(undefined, 'correct horse')).toBe(false);
});
