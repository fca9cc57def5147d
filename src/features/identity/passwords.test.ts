import { expect, test } from 'vitest';
import { defaultPasswordCost } from '#kernel/settings/environment-settings.ts';
import { hashNewPassword, hashPassword, verifyPassword } from './passwords.ts';

const production = { passwordCost: defaultPasswordCost };
const testing = { passwordCost: 8 };

test('hashes with Argon2id at OWASP’s parameters by default', async () => {
  expect(await hashPassword(production, 'correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('hashes at the configured cost and still accepts a hash of another cost', async () => {
  const before = await hashPassword(production, 'correct horse');
  const after = await hashPassword(testing, 'correct horse');
  expect(after).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/);
  expect(await verifyPassword(testing, before, 'correct horse')).toBe(true);
  expect(await verifyPassword(testing, after, 'correct horse')).toBe(true);
  expect(await verifyPassword(testing, after, 'wrong horse')).toBe(false);
  expect(await verifyPassword(testing, undefined, 'correct horse')).toBe(false);
});

test.each([
  ['password123', '太常见'],
  ['ＰＡＳＳＷＯＲＤ１２３', '太常见'],
  ['1qaz2wsx3edc', '太常见'],
  ['        ', '不能只有空格'],
  ['　　　　　　　　', '不能只有空格'],
  ['13800000001', '手机号或昵称'],
  ['my13800000001', '手机号或昵称'],
  ['Benjamin Li', '手机号或昵称'],
  ['Guanlan@2026', '本站名称'],
  ['观澜观澜20261123', '本站名称'],
  ['潮信财经888888', '本站名称'],
  ['admin-2026-abc', '本站名称'],
])('rejects the password %j: %s', async (password, why) => {
  const owner = { mobile: '13800000001', name: 'benjamin li', site: '潮信财经' };
  await expect(hashNewPassword(testing, password, owner)).rejects.toThrow(why);
});

test('accepts a long passphrase with any characters', async () => {
  const owner = { mobile: '13800000001', name: '潮起', site: '潮信财经' };
  expect(await hashNewPassword(testing, '潮起潮落 password', owner)).toMatch(/^\$argon2id/);
});
