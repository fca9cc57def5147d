import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { makeCertificate } from '#testing/certificate.ts';
import { loadConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'guanlan-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pem = (one: KeyObject, type: 'pkcs8' | 'pkcs1' = 'pkcs8') =>
  one.export({ type: type as 'pkcs8', format: 'pem' }).toString();
const bare = (one: KeyObject, type: 'pkcs8' | 'pkcs1') =>
  one.export({ type: type as 'pkcs8', format: 'der' }).toString('base64');
const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const wechat = {
  SITE_URL: 'https://news.example.cn/',
  WECHAT_PAY_MCH_ID: '1900000001',
  WECHAT_PAY_APP_ID: 'wx0123456789abcdef',
  WECHAT_PAY_SERIAL: '5F'.repeat(20),
  WECHAT_PAY_PRIVATE_KEY: pem(key),
  WECHAT_PAY_API_KEY: 'k'.repeat(32),
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0119',
  WECHAT_PAY_PUBLIC_KEY: publicPem,
};
const alipay = {
  SITE_URL: 'https://news.example.cn',
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY: bare(key, 'pkcs8'),
  ALIPAY_PUBLIC_KEY: publicPem,
};
const without = (settings: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(settings).filter(([one]) => one !== name));

test.each([
  ['PEM', pem(key)],
  ['PEM in one line, as .env has it', pem(key).replaceAll('\n', '\\n')],
  ['PEM of PKCS#1', pem(key, 'pkcs1')],
  ['a file', file('apiclient_key.pem', pem(key))],
  ['bare Base64 of PKCS#8', bare(key, 'pkcs8')],
  ['bare Base64 of PKCS#1', bare(key, 'pkcs1')],
])('reads a private key given as %s', (_, given) => {
  const { pay } = loadConfig({ ...wechat, WECHAT_PAY_PRIVATE_KEY: given });
  expect(pay.wechat?.privateKey.equals(createPrivateKey(pem(key)))).toBe(true);
  expect(pay.origin).toBe('https://news.example.cn');
});

test('verifies answers with the public key, with platform certificates, or with both during a migration', () => {
  const certificate = file('platform.pem', makeCertificate(key, '5A11223344'));
  const both = loadConfig({ ...wechat, WECHAT_PAY_CERTIFICATES: certificate });
  expect(Object.keys(both.pay.wechat?.platformKeys ?? {})).toEqual(['5A11223344', 'PUB_KEY_ID_0119']);
  const { WECHAT_PAY_PUBLIC_KEY, WECHAT_PAY_PUBLIC_KEY_ID, ...rest } = wechat;
  const old = loadConfig({ ...rest, WECHAT_PAY_CERTIFICATES: certificate });
  expect(Object.keys(old.pay.wechat?.platformKeys ?? {})).toEqual(['5A11223344']);
});

test.each([
  ['WECHAT_PAY_APP_ID', without(wechat, 'WECHAT_PAY_APP_ID')],
  ['WECHAT_PAY_SERIAL', without(wechat, 'WECHAT_PAY_SERIAL')],
  ['WECHAT_PAY_PRIVATE_KEY', without(wechat, 'WECHAT_PAY_PRIVATE_KEY')],
  ['WECHAT_PAY_API_KEY', without(wechat, 'WECHAT_PAY_API_KEY')],
  ['WECHAT_PAY_PUBLIC_KEY', without(wechat, 'WECHAT_PAY_PUBLIC_KEY')],
  ['WECHAT_PAY_PUBLIC_KEY_ID', without(wechat, 'WECHAT_PAY_PUBLIC_KEY_ID')],
  ['SITE_URL', without(wechat, 'SITE_URL')],
  ['ALIPAY_SELLER_ID', without(alipay, 'ALIPAY_SELLER_ID')],
  ['ALIPAY_PRIVATE_KEY', without(alipay, 'ALIPAY_PRIVATE_KEY')],
  ['ALIPAY_PUBLIC_KEY', without(alipay, 'ALIPAY_PUBLIC_KEY')],
  ['WECHAT_PAY_MCH_ID', { ...wechat, WECHAT_PAY_MCH_ID: 'shop' }],
  ['WECHAT_PAY_API_KEY', { ...wechat, WECHAT_PAY_API_KEY: 'short' }],
  ['WECHAT_PAY_PRIVATE_KEY', { ...wechat, WECHAT_PAY_PRIVATE_KEY: join(folder, 'nowhere.pem') }],
  ['WECHAT_PAY_PRIVATE_KEY', { ...wechat, WECHAT_PAY_PRIVATE_KEY: pem(weak) }],
  ['WECHAT_PAY_PRIVATE_KEY', { ...wechat, WECHAT_PAY_PRIVATE_KEY: pem(curve) }],
  ['WECHAT_PAY_CERTIFICATES', { ...wechat, WECHAT_PAY_CERTIFICATES: file('empty.pem', '') }],
  ['ALIPAY_SELLER_ID', { ...alipay, ALIPAY_SELLER_ID: 'shop@example.cn' }],
  ['PAY_SANDBOX_PORT', { PAY_SANDBOX_PORT: 'next' }],
])('names a setting that is missing or invalid: %s', (name, settings) => {
  expect(() => loadConfig(settings)).toThrow(`设置 ${name} `);
});

test('does not quote a key that cannot be read, and never prints one that can', () => {
  const broken = pem(key).replace(/.{4}\n-----END/, '\n-----END');
  const secret = pem(key).split('\n')[3] ?? '';
  expect(secret).toHaveLength(64);
  const message = (() => {
    try {
      return String(loadConfig({ ...wechat, WECHAT_PAY_PRIVATE_KEY: broken }));
    } catch (error) {
      return inspect(error, { depth: 9 });
    }
  })();
  expect(message).toContain('WECHAT_PAY_PRIVATE_KEY');
  expect(message).not.toContain(secret);
  const config = loadConfig({ ...wechat, ...alipay });
  const printed = inspect(config, { depth: 9, showHidden: true }) + JSON.stringify(config);
  for (const text of [secret, 'kkkk']) expect(printed).not.toContain(text);
});

test('gives a demo portal a sandbox gateway unless it has a merchant, and a live portal none', () => {
  expect(loadConfig({})).toMatchObject({ paySandboxPort: 0, paySandbox: null, pay: { sandbox: null } });
  const demo = loadConfig({ PAY_SANDBOX_PORT: '3002', PORT: '3000', DATA_DIR: folder });
  expect(demo).toMatchObject({
    paySandboxPort: 3002,
    paySandbox: { host: '127.0.0.1', port: 3002, folder: join(folder, 'pay-sandbox') },
    pay: { sandbox: { api: 'http://127.0.0.1:3002' }, origin: 'http://127.0.0.1:3000' },
  });
  const elsewhere = loadConfig({ PAY_SANDBOX_API: 'http://127.0.0.1:9/' });
  expect(elsewhere).toMatchObject({
    paySandboxPort: null,
    paySandbox: null,
    pay: { sandbox: { api: 'http://127.0.0.1:9' } },
  });
  expect(loadConfig(wechat)).toMatchObject({ paySandboxPort: null, pay: { sandbox: null } });
  for (const name of ['PAY_SANDBOX_PORT', 'PAY_SANDBOX_API']) {
    const value = name.endsWith('API') ? 'http://127.0.0.1:9' : '3002';
    expect(() => loadConfig({ SITE_MODE: 'live', [name]: value })).toThrow(`设置 ${name} 只用于演示`);
  }
});
