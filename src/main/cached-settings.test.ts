import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isMilestoneReached, reachMilestone } from '#features/settings/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { startWechatPay } from '#testing/wechat-pay.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { migrateTenants } from './migrate-tenants.ts';
import { siteFields } from './page-frame.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
let admin: string;

beforeAll(async () => {
  portal = await openPortal({
    TENANTS: '000000,100001=b.example.cn',
    SITE_URL: 'https://news.example.cn',
  });
  await migrateTenants(portal.app.config, portal.app.connectionString);
  changes = await listenForChanges(portal.app);
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const save = (name: string, base: string | null) =>
  portal.call('POST /admin/settings/save', { token: admin, body: { group: 'site', values: { name }, base } });
const fieldsOf = async (tenantId: string) => {
  const tenant = portal.app.tenants.get(tenantId);
  if (!tenant) throw new Error(`no tenant ${tenantId}`);
  return siteFields(portal.app, tenant);
};

test('reads settings from the database once, until an admin changes them', async () => {
  const { settings } = portal.app;
  const first = await settings(portal.ctx);
  expect(await settings(portal.ctx), 'the same object').toBe(first);
  const { body } = await save('钱塘财经', null);
  await waitFor(async () => expect((await settings(portal.ctx)).site.name).toBe('钱塘财经'));
  expect(await settings(portal.ctx)).toBe(await settings(portal.ctx));
  await save('西湖财经', body.data.updatedAt);
  await waitFor(async () => expect((await fieldsOf('000000')).name).toBe('西湖财经'));
});

test('a milestone counts as soon as it is reached, even if its absence is cached', async () => {
  const isReached = () => isMilestoneReached(portal.ctx, 'a test');
  expect(await isReached()).toBe(false);
  expect(await reachMilestone(portal.ctx, 'a test')).toBe(true);
  await waitFor(async () => expect(await isReached()).toBe(true));
  expect(await reachMilestone(portal.ctx, 'a test')).toBe(false);
});

test('a cache that is filled inside transactions needs none of their connections', async () => {
  const small = await openPortal({ DATABASE_POOL: '2' });
  const bothStarted = Promise.withResolvers<void>();
  let begun = 0;
  const readInTransaction = () =>
    inTransaction(small.ctx, async (trx) => {
      await sql`select`.execute(trx);
      begun += 1;
      if (begun === 2) bothStarted.resolve();
      await bothStarted.promise;
      return (await small.app.settings(small.ctx)).site.name;
    });
  expect(await Promise.all([readInTransaction(), readInTransaction()])).toEqual(['观澜', '观澜']);
  await small.close();
});

test('settings of one tenant do not apply to another tenant', async () => {
  expect((await fieldsOf('100001')).name).toBe('观澜');
});

test('opens a gateway once per merchant, and again in every process after an admin sets another merchant', async () => {
  const { settings, parties, stop } = await startWechatPay();
  await stop();
  const { payments, tenants, contextOf } = portal.app;
  const gateways = () => payments.gateways(portal.ctx);
  const saveMerchant = (appId: string, base: string | null) =>
    portal.call('POST /admin/settings/save', {
      token: admin,
      body: {
        group: 'wechatPay',
        base,
        values: {
          provider: 'wechat',
          merchantId: parties.merchantId,
          appId,
          serial: parties.serial,
          privateKey: settings.WECHAT_PAY_PRIVATE_KEY,
          apiKey: settings.WECHAT_PAY_API_KEY,
          publicKeyId: parties.platformKeyId,
          publicKey: settings.WECHAT_PAY_PUBLIC_KEY,
        },
      },
    });
  const { body } = await saveMerchant('wx0000000000000001', null);
  await waitFor(async () => expect((await gateways())[0]?.name).toBe('wechat'));
  const [first] = await gateways();
  expect((await gateways())[0], 'the same gateway object').toBe(first);
  expect((await saveMerchant('wx0000000000000002', body.data.updatedAt)).status).toBe(200);
  await waitFor(async () => expect((await gateways())[0]).not.toBe(first));
  const other = tenants.get('100001');
  if (!other) throw new Error('the second tenant is missing');
  expect(await payments.gateways(contextOf(other)), 'the other tenant has no gateway').toEqual([]);
});

test('a demo portal without a contact says so where its agreement expects one', async () => {
  expect((await fieldsOf('000000')).complaints).toBe('演示站点没有真实的编辑部');
});
