import { expect, test } from 'vitest';
import { addressFault, serverName, splitServers } from './server-list.ts';

test.each([
  ['postgres://u:p@a/db', ['postgres://u:p@a/db']],
  ['postgres://u:p,q@a/db', ['postgres://u:p,q@a/db']],
  [
    'postgresql://u:p@a:5432,b,[::1]:5433/db?sslmode=verify-full',
    [
      'postgresql://u:p@a:5432/db?sslmode=verify-full',
      'postgresql://u:p@b/db?sslmode=verify-full',
      'postgresql://u:p@[::1]:5433/db?sslmode=verify-full',
    ],
  ],
  ['postgres://localhost:5432/db?host=%2Ftmp', ['postgres://localhost:5432/db?host=%2Ftmp']],
])('splits %s into the addresses of its servers', (address, servers) => {
  expect(splitServers(address)).toEqual(servers);
  expect(addressFault(address)).toBeNull();
});

test('names a server without its password', () => {
  expect(serverName('postgres://u:secret@a/db')).toBe('a:5432');
  expect(serverName('postgres://u:secret@[::1]:5433/db')).toBe('[::1]:5433');
});

test.each([
  ['mysql://a/db', '应为 postgres://'],
  ['a,b', '应为 postgres://'],
  ['postgres://u@a,,b/db', '应为 postgres://'],
  ['postgres://u@a,b:x/db', '应为 postgres://'],
  ['postgres://u@a,b/db?target_session_attrs=standby', 'target_session_attrs 只能是 read-write'],
  ['postgres://u@localhost/db?host=a,b', '应写在 @ 之后'],
])('refuses the address %s', (address, fault) => {
  expect(addressFault(address)).toContain(fault);
});
