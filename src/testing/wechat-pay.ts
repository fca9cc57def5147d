import { createPublicKey, createSecretKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PaySandbox, startPaySandbox } from '#features/payments/sandbox/gateway-server.ts';
import type { SignedNotice } from '#features/payments/sandbox/notices.ts';
import type { PayParties } from '#features/payments/sandbox/signing.ts';
import { makeCertificate } from './certificate.ts';
import type { Portal } from './portal.ts';

export type WechatPayStandIn = PaySandbox & {
  parties: PayParties;
  /** The portal's settings for this merchant. */
  settings: Record<string, string>;
  /** Parts of every private key, to check that they appear nowhere. */
  secrets: string[];
  /** Sends notices to this portal from now on; null drops them. */
  sendNoticesTo(portal: Portal | null): void;
  /** Returns whether the merchant signed the parameters that the browser passes to WeChat. */
  verifyBrowser(parameters: Record<string, string>): boolean;
  /** Offset of its clock in ms. */
  clock: { skewMs: number };
};

type Options = {
  /** `certificate`: it signs with a platform certificate, as for merchants from before public keys. */
  mode?: 'public-key' | 'certificate';
  /** The port to listen on. With a port, notices are sent over HTTP to the address in each order. */
  port?: number;
};

/** Starts a stand-in for WeChat Pay with generated keys. It verifies the merchant's signatures by the public rules. */
export async function startWechatPay({
  mode = 'public-key',
  port = 0,
}: Options = {}): Promise<WechatPayStandIn> {
  const merchant = newKey();
  const platform = newKey();
  const apiKey = randomBytes(16).toString('hex');
  const certificateSerial = `5A${randomBytes(18).toString('hex').toUpperCase()}`;
  const parties: PayParties = {
    merchantId: '1900009191',
    appId: 'wxstandin00000001',
    serial: randomBytes(20).toString('hex').toUpperCase(),
    merchantPublic: createPublicKey(merchant),
    platformKeyId: mode === 'certificate' ? certificateSerial : `PUB_KEY_ID_${'0'.repeat(10)}${Date.now()}`,
    platform,
    apiKey: createSecretKey(Buffer.from(apiKey)),
  };
  let portal: Portal | null = null;
  const clock = { skewMs: 0 };
  const sandbox = await startPaySandbox({
    host: '127.0.0.1',
    port,
    parties,
    now: () => Date.now() + clock.skewMs,
    requiresReferer: true,
    ...(port === 0 && {
      deliver: async (url: string, { headers, body }: SignedNotice) => {
        if (!portal) return 503;
        const path = new URL(url).pathname;
        return (await portal.server.inject({ method: 'POST', url: path, headers, payload: body })).statusCode;
      },
    }),
  });
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-wechat-pay-'));
  const certificate = join(folder, 'platform.pem');
  if (mode === 'certificate') writeFileSync(certificate, makeCertificate(platform, certificateSerial));
  const pem = merchant.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    ...sandbox,
    parties,
    clock,
    settings: {
      SITE_URL: 'https://news.example.cn',
      WECHAT_PAY_MCH_ID: parties.merchantId,
      WECHAT_PAY_APP_ID: parties.appId,
      WECHAT_PAY_SERIAL: parties.serial,
      WECHAT_PAY_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
      WECHAT_PAY_API_KEY: apiKey,
      WECHAT_PAY_API: sandbox.origin,
      ...(mode === 'certificate'
        ? { WECHAT_PAY_CERTIFICATES: certificate }
        : {
            WECHAT_PAY_PUBLIC_KEY_ID: parties.platformKeyId,
            WECHAT_PAY_PUBLIC_KEY: createPublicKey(platform)
              .export({ type: 'spki', format: 'pem' })
              .toString(),
          }),
    },
    secrets: [apiKey, ...secretsOf(pem)],
    verifyBrowser({ appId, timeStamp, nonceStr, package: order, paySign = '' }) {
      const message = [appId, timeStamp, nonceStr, order, ''].join('\n');
      const signature = Buffer.from(paySign, 'base64');
      return verify('RSA-SHA256', Buffer.from(message), parties.merchantPublic, signature);
    },
    sendNoticesTo(next) {
      portal = next;
    },
    async stop() {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns full lines of a PEM: each is specific to its key. */
export const secretsOf = (pem: string): string[] => pem.split('\n').filter((line) => line.length === 64);

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
