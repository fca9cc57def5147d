import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isMilestoneReached, reachMilestone } from '#features/settings/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { startWechatPay } from '#testing/wechat-pay.ts';
import { listenForChanges } from './changes.ts';
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
  await migrateTenants(portal.house.config, portal.house.connectionString);
  changes = await listenForChanges(portal.house);
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const save = (name: string, base: string | null) =>
  portal.ask('POST /admin/settings/save', { token: admin, body: { group: 'site', values: { name }, base } });
const fieldsOf = async (tenantId: string) => {
  const tenant = portal.house.tenants.get(tenantId);
  if (!tenant) throw new Error(`no tenant ${tenantId}`);
  return siteFields(portal.house, tenant);
};

test('settings are asked of the database once, until the desk changes them', async () => {
  const { settings } = portal.house;
  const first = await settings(portal.ctx);
  expect(await settings(portal.ctx), 'the very same answer').toBe(first);
  const { body } = await save('钱塘财经', null);
  await vi.waitFor(async () => expect((await settings(portal.ctx)).site.name).toBe('钱塘财经'));
  expect(await settings(portal.ctx)).toBe(await settings(portal.ctx));
  await save('西湖财经', body.data.updatedAt);
  await vi.waitFor(async () => expect((await fieldsOf('000000')).name).toBe('西湖财经'));
});

test('a milestone counts from the moment it is reached, also where its absence is cached', async () => {
  const isReached = () => isMilestoneReached(portal.ctx, 'a test');
  expect(await isReached()).toBe(false);
  expect(await reachMilestone(portal.ctx, 'a test')).toBe(true);
  await vi.waitFor(async () => expect(await isReached()).toBe(true));
  expect(await reachMilestone(portal.ctx, 'a test')).toBe(false);
});

test('a cache that is filled inside transactions waits for none of their connections', async () => {
  const small = await openPortal({ DATABASE_POOL: '2' });
  const allBegun = Promise.withResolvers<void>();
  let begun = 0;
  const readInside = () =>
    inTransaction(small.ctx, async (trx) => {
      await sql`select`.execute(trx);
      begun += 1;
      if (begun === 2) allBegun.resolve();
      await allBegun.promise;
      return (await small.house.settings(small.ctx)).site.name;
    });
  expect(await Promise.all([readInside(), readInside()])).toEqual(['观澜', '观澜']);
  await small.close();
});

test('what one tenant’s desk set is no other tenant’s', async () => {
  expect((await fieldsOf('100001')).name).toBe('观澜');
});

test('a gateway is opened once for as long as its merchant stays, and anew in every process when the desk sets another', async () => {
  const { settings, parties, stop } = await startWechatPay();
  await stop();
  const { payments, tenants, contextOf } = portal.house;
  const gateways = () => payments.gateways(portal.ctx);
  const set = (appId: string, base: string | null) =>
    portal.ask('POST /admin/settings/save', {
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
  const { body } = await set('wx0000000000000001', null);
  await vi.waitFor(async () => expect((await gateways())[0]?.name).toBe('wechat'));
  const [first] = await gateways();
  expect((await gateways())[0], 'the very same gateway').toBe(first);
  expect((await set('wx0000000000000002', body.data.updatedAt)).status).toBe(200);
  await vi.waitFor(async () => expect((await gateways())[0]).not.toBe(first));
  const other = tenants.get('100001');
  if (!other) throw new Error('no second tenant');
  expect(await payments.gateways(contextOf(other)), 'nor is it the other tenant’s').toEqual([]);
});
