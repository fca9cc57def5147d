import { alipayGateway } from './alipay.ts';
import type { AlipaySettings } from './alipay-settings.ts';
import type { Gateway } from './gateway.ts';
import { sandboxKeys, sandboxMerchant } from './sandbox-keys.ts';
import { wechatGateway } from './wechat.ts';
import type { WechatPaySettings } from './wechat-settings.ts';

export type GatewaySettings = {
  wechat: WechatPaySettings | null;
  alipay: AlipaySettings | null;
  /** Where the sandbox gateway answers, and the folder with its keys. */
  sandbox: { api: string; folder: string } | null;
};

/**
 * The gateways that the settings name at the time, each opened at first need (the sandbox's keys take a moment to make)
 * and held for as long as its settings are the same object.
 */
export function openGateways(): (settings: GatewaySettings) => readonly Gateway[] {
  const wechatOf = madeOnce((settings: WechatPaySettings) => wechatGateway(settings));
  const alipayOf = madeOnce(alipayGateway);
  const sandboxOf = madeOnce(sandboxGateway);
  return ({ wechat, alipay, sandbox }) => [
    ...(wechat ? [wechatOf(wechat)] : []),
    ...(alipay ? [alipayOf(alipay)] : []),
    ...(sandbox ? [sandboxOf(sandbox)] : []),
  ];
}

function madeOnce<S extends object>(make: (settings: S) => Gateway): (settings: S) => Gateway {
  const made = new WeakMap<S, Gateway>();
  return (settings) => {
    const gateway = made.get(settings) ?? make(settings);
    made.set(settings, gateway);
    return gateway;
  };
}

/** The sandbox speaks WeChat Pay's protocol, so that whoever tries the portal tries the very code that will be paid through. */
function sandboxGateway({ api, folder }: { api: string; folder: string }): Gateway {
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
