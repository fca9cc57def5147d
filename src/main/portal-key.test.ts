import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteSealedTotp, feature as identity } from '#features/identity/index.ts';
import { deleteSealedSettings, portalSecret, readSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { type Job, provide } from '#kernel/feature.ts';
import { createSeals } from '#kernel/seals.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { checkPortalKey } from './portal-key.ts';

let portal: Portal;
let admin: string;
beforeAll(async () => {
  portal = await openPortal();
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());

const mail = {
  provider: 'smtp',
  server: 'smtps://mail.example.cn:465',
  user: 'news',
  password: 'smtp-password-of-the-portal',
  from: '观澜 <news@example.cn>',
};
const dumpSecrets = async () => {
  const { db } = portal.ctx;
  const rows = await Promise.all([
    db.selectFrom('site_settings').selectAll().execute(),
    db.selectFrom('secrets').selectAll().execute(),
    db.selectFrom('members').select('totp_secret').execute(),
  ]);
  return JSON.stringify(rows);
};
const contextWithKey = (ctx: Context, key: Buffer): Context => ({
  ...ctx,
  tenant: { ...ctx.tenant, seals: createSeals(key) },
});

async function saveMail(values: object): Promise<void> {
  const { body: list } = await portal.call('GET /admin/settings/list', { token: admin });
  const base = list.data.groups.find(({ name }: { name: string }) => name === 'mail').updatedAt;
  const body = { group: 'mail', values, base };
  expect((await portal.call('POST /admin/settings/save', { token: admin, body })).status).toBe(200);
}
const beginTotp = async (): Promise<string> => {
  const body = { password: 'correct horse' };
  return (await portal.call('POST /member/beginTotp', { token: admin, body })).body.data.secret;
};

test("secrets in settings, second factors and the portal's own keys are stored sealed", async () => {
  await saveMail(mail);
  const totpSecret = await beginTotp();
  const own = await portalSecret(portal.ctx, 'a key of ours');
  const stored = await dumpSecrets();
  for (const secret of [mail.password, totpSecret, own]) expect(stored).not.toContain(secret);
  expect(stored).toContain(mail.server);
  expect((await portal.app.settings(portal.ctx)).mail?.url).toContain(mail.password);
  expect(await readSecret(portal.ctx, 'a key of ours')).toBe(own);
});

test('a password that looks like a sealed value is stored as it was typed', async () => {
  await saveMail({ ...mail, password: 'sealed:1:AAAA' });
  const { mail: savedMail } = await portal.app.settings(portal.ctx);
  expect(savedMail?.url).toContain(encodeURIComponent('sealed:1:AAAA'));
});

test('the next start seals what an older version stored in clear text', async () => {
  const { db } = portal.ctx;
  await saveMail(mail);
  const plainSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const { memberId } = await logIn(portal);
  await db.updateTable('members').set({ totp_secret: plainSecret }).where('id', '=', memberId).execute();
  await db.insertInto('secrets').values({ name: 'older', value: 'an older key of ours' }).execute();
  const value = JSON.stringify({ ...mail, password: 'an older password' });
  await db.updateTable('site_settings').set({ value }).where('name', '=', 'mail').execute();
  await checkPortalKey(portal.ctx);
  const jobs = provide<never, readonly Job[]>(identity.jobs, {} as never);
  await jobs
    ?.find(({ name }) => name === 'sessions-tidy')
    ?.run(portal.ctx, { since: new Date(), signal: new AbortController().signal });
  const stored = await dumpSecrets();
  for (const secret of [plainSecret, 'an older key of ours', 'an older password'])
    expect(stored).not.toContain(secret);
  expect(await readSecret(portal.ctx, 'older')).toBe('an older key of ours');
});

test('a start with another key is refused; the secrets that it cannot open can be deleted', async () => {
  await saveMail(mail);
  await beginTotp();
  await checkPortalKey(portal.ctx);
  const other = contextWithKey(portal.ctx, randomBytes(32));
  await expect(checkPortalKey(other)).rejects.toThrow('不是加密这个数据库的那一把');
  await expect(checkPortalKey(portal.ctx)).resolves.toBeUndefined();
  expect(await deleteSealedTotp(other)).toBeGreaterThan(0);
  expect(await deleteSealedSettings(other)).toEqual(['邮件']);
  await expect(checkPortalKey(other)).resolves.toBeUndefined();
  expect(await dumpSecrets()).not.toContain('sealed:');
  // The key that belongs to this database again.
  await deleteSealedSettings(portal.ctx);
  await checkPortalKey(portal.ctx);
});
