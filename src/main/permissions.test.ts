import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const declared = () =>
  new Set(
    portal.app.calls.flatMap(({ access }) =>
      typeof access === 'object' ? [access.permission, ...(access.or ? [access.or] : [])] : [],
    ),
  );
const named = async (): Promise<{ code: string; group: string; name: string; about: string }[]> => {
  const { token } = await logIn(portal, { role: 'admin' });
  return (await portal.call('GET /admin/role/list', { token })).body.data.permissions;
};

test('the named permission codes are exactly those that calls require', async () => {
  const codes = (await named()).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.toSorted()).toEqual([...declared()].sort());
});

test('each code has a Chinese name and description', async () => {
  for (const entry of await named())
    for (const words of [entry.group, entry.name, entry.about])
      expect(words, entry.code).toMatch(/\p{Script=Han}{2}/u);
});

test('a built-in role contains only named permissions', async () => {
  const codes = new Set((await named()).map(({ code }) => code));
  const roles = await portal.ctx.db.selectFrom('roles').selectAll().execute();
  for (const { code, permissions } of roles)
    expect(
      permissions.filter((held) => held !== '*' && !codes.has(held)),
      code,
    ).toEqual([]);
});

test('every admin call, and no other call, requires a permission or a staff role', () => {
  for (const { path, access } of portal.app.calls)
    expect(typeof access === 'object' || access === 'staff', path).toBe(path.startsWith('/admin/'));
});

/** Calls of members with a limit that depends on what they do; the limits are in their features. */
const limitedByFeature = [
  ...[
    'addComment',
    'likeComment',
    'unlikeComment',
    'reportComment',
    'saveReadingPosition',
    'createFeedAddress',
  ],
  ...['payOrder', 'checkPayment', 'sendMailCode'],
  // Guesses: passwords, codes, second factors, tokens of invitations.
  ...[
    'changePassword',
    'changeMobile',
    'changeEmail',
    'beginTotp',
    'enableTotp',
    'disableTotp',
    'requestDeletion',
  ],
  ...['redeemCode', 'acceptInvitation'],
].map((name) => `/member/${name}`);

test('every call of members that may change something is limited', () => {
  const changes = portal.app.calls.filter(({ method, access }) => method === 'POST' && access === 'member');
  const others = changes.filter(({ limit }) => !limit).map(({ path }) => path);
  expect(others.toSorted()).toEqual([...limitedByFeature, '/internalReference/card'].sort());
});
