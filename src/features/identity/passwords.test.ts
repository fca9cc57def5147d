import { expect, test } from 'vitest';
import { defaultPasswordCost } from '#kernel/settings/environment-settings.ts';
import { checkPassword, hashPassword } from './passwords.ts';

const production = { passwordCost: defaultPasswordCost };
const testing = { passwordCost: 8 };

test('hashes with Argon2id at OWASP’s parameters by default', async () => {
  expect(await hashPassword(production, 'correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('hashes at the configured cost and still accepts a hash of another cost', async () => {
  const before = await hashPassword(production, 'correct horse');
  const after = await hashPassword(testing, 'correct horse');
  expect(after).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/);
  expect(await checkPassword(testing, before, 'correct horse')).toBe(true);
  expect(await checkPassword(testing, after, 'correct horse')).toBe(true);
  expect(await checkPassword(testing, after, 'wrong horse')).toBe(false);
  expect(await checkPassword(testing, undefined, 'correct horse')).toBe(false);
});
