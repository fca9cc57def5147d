import { expect, test } from 'vitest';
import { readMachineRole } from './machine-role.ts';

const read = (args: string[], given: Partial<Parameters<typeof readMachineRole>[1]> = {}) =>
  readMachineRole(args, { databaseUrl: 'postgres://db/guanlan', isProduction: true, ...given });

test('a machine runs everything unless --role names a part', () => {
  expect(read([])).toBe('all');
  expect(read([], { databaseUrl: undefined })).toBe('all');
  for (const role of ['web', 'worker', 'all']) {
    expect(read(['--role', role])).toBe(role);
    expect(read([`--role=${role}`])).toBe(role);
  }
});

test.each([
  [['--role', 'dba'], {}, '没有 dba 这种角色'],
  [['--role', ''], {}, '可以是 web'],
  [['--role'], {}, '看不懂参数 --role'],
  [['web'], {}, '看不懂参数 web'],
  [['--rolle', 'web'], {}, '看不懂参数 --rolle web'],
  [['--role', 'web'], { databaseUrl: undefined }, '--role web 需要 DATABASE_URL'],
  [['--role', 'worker'], { databaseUrl: undefined }, '自带的 PostgreSQL 只供一台机器使用'],
  [['--role', 'web'], { isProduction: false }, '--role 只用于 npm start'],
])('refuses %j with %j: %s', (args, given, message) => {
  expect(() => read(args, given)).toThrow(message);
});
