import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const declared = () =>
  new Set(
    portal.house.calls.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : [])),
  );
const named = async (): Promise<{ code: string; group: string; name: string; about: string }[]> => {
  const { token } = await logIn(portal, { role: 'admin' });
  return (await portal.ask('GET /admin/role/list', { token })).body.data.permissions;
};

test('the codes that have a name are those that calls ask for', async () => {
  const codes = (await named()).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.toSorted()).toEqual([...declared()].sort());
});

test('each is said in Chinese: what it is called, and what it allows', async () => {
  for (const entry of await named())
    for (const words of [entry.group, entry.name, entry.about])
      expect(words, entry.code).toMatch(/\p{Script=Han}{2}/u);
});

test('a role that comes with the portal holds nothing that has no name', async () => {
  const codes = new Set((await named()).map(({ code }) => code));
  const roles = await portal.ctx.db.selectFrom('roles').selectAll().execute();
  for (const { code, permissions } of roles)
    expect(
      permissions.filter((held) => held !== '*' && !codes.has(held)),
      code,
    ).toEqual([]);
});

test('every call of the back office asks for a code, and no other call does', () => {
  for (const { path, access } of portal.house.calls)
    expect(typeof access === 'object', path).toBe(path.startsWith('/admin/'));
});
