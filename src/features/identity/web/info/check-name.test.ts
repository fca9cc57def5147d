import { expect, test } from 'vitest';
import { checkName } from './check-name.ts';

test.each(['听潮客', '𠮷', '👩‍🚀'.repeat(20), 'Ａ１'])('accepts the name %s', (name) => {
  expect(checkName(name)).toBeUndefined();
});

test('refuses spaces alone and twenty-one characters', () => {
  expect(checkName(' 　')).toBe('请填写昵称');
  expect(checkName('潮'.repeat(21))).toBe('昵称最多 20 个字，多了 1 个');
});
