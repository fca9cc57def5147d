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

/** The gateways that the settings name, opened at first need: the sandbox's keys take a moment to make. */
export function openGateways(settings: GatewaySettings): () => readonly Gateway[] {
  let open: readonly Gateway[] | undefined;
  return () => {
    open ??= [
      ...(settings.wechat ? [wechatGateway(settings.wechat)] : []),
      ...(settings.alipay ? [alipayGateway(settings.alipay)] : []),
      ...(settings.sandbox ? [sandboxGateway(settings.sandbox)] : []),
    ];
    return open;
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
