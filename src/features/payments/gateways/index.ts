import type { AlipaySettings } from './alipay-client.ts';
import type { Gateway } from './gateway.ts';
import { sandboxKeys, sandboxMerchant } from './sandbox-keys.ts';
import type { WechatPaySettings } from './wechat-client.ts';

export type GatewaySettings = {
  wechat: WechatPaySettings | null;
  alipay: AlipaySettings | null;
  /** Address of the sandbox gateway, and the folder with its keys. */
  sandbox: { api: string; folder: string } | null;
};

/**
 * Returns a function that opens the configured gateways. Each is opened at the first use, because loading its SDK or
 * generating the sandbox's keys takes time, and cached as long as its settings are the same object.
 */
export function openGateways(): (settings: GatewaySettings) => Promise<readonly Gateway[]> {
  const wechatOf = openedOnce(async (settings: WechatPaySettings) =>
    (await import('./wechat.ts')).wechatGateway(settings),
  );
  const alipayOf = openedOnce(async (settings: AlipaySettings) =>
    (await import('./alipay.ts')).alipayGateway(settings),
  );
  const sandboxOf = openedOnce(openSandbox);
  return ({ wechat, alipay, sandbox }) =>
    Promise.all([
      ...(wechat ? [wechatOf(wechat)] : []),
      ...(alipay ? [alipayOf(alipay)] : []),
      ...(sandbox ? [sandboxOf(sandbox)] : []),
    ]);
}

/** Caches a gateway by its settings object; one that failed to open is opened again at the next call. */
function openedOnce<S extends object>(
  open: (settings: S) => Promise<Gateway>,
): (settings: S) => Promise<Gateway> {
  const opened = new WeakMap<S, Promise<Gateway>>();
  return (settings) => {
    const known = opened.get(settings);
    if (known) return known;
    const gateway = open(settings);
    opened.set(settings, gateway);
    gateway.catch(() => opened.delete(settings));
    return gateway;
  };
}

/** The sandbox uses WeChat Pay's protocol, so that a demo runs the same code as real payments. */
async function openSandbox({ api, folder }: { api: string; folder: string }): Promise<Gateway> {
  const { wechatGateway } = await import('./wechat.ts');
  const { merchant, platformPublic, apiKey } = sandboxKeys(folder);
  const { merchantId, appId, serial, platformKeyId } = sandboxMerchant;
  return wechatGateway(
    {
      api,
      merchantId,
      appId,
      appSecret: undefined,
      identityApi: api,
      serial,
      privateKey: merchant,
      apiKey,
      platformKeys: { [platformKeyId]: platformPublic },
    },
    { name: 'sandbox', label: '沙箱支付' },
  );
}
