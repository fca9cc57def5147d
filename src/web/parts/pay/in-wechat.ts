import type { Client } from '#client/client.ts';
import type { ApiCalls } from '#features/calls.ts';

type Call = Client<ApiCalls>['call'];
type Bridge = {
  invoke: (name: string, fields: Record<string, string>, done: (answer: { err_msg: string }) => void) => void;
};

const authorisation = 'https://open.weixin.qq.com/connect/oauth2/authorize';

/** Leaves for WeChat, which comes back to this very address with a code that names the buyer (PROTOCOLS). */
export async function goToWechat(call: Call, orderId: string): Promise<void> {
  const { wechatAppId } = await call('GET /reception/getPayChannels', { silent: true });
  const back = new URL(location.href);
  back.searchParams.set('payOrder', orderId);
  const query = new URLSearchParams({
    appid: wechatAppId ?? '',
    redirect_uri: back.href,
    response_type: 'code',
    scope: 'snsapi_base',
    state: orderId,
  });
  location.assign(`${authorisation}?${query}#wechat_redirect`);
}

/**
 * Opens WeChat's own payment sheet. Whether it was paid is the server's to know; `false` says that the buyer closed the
 * sheet, or that WeChat did not open it.
 */
export function payInWechat(fields: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const pay = (bridge: Bridge) =>
      bridge.invoke('getBrandWCPayRequest', fields, ({ err_msg }) => resolve(err_msg.endsWith(':ok')));
    const { WeixinJSBridge } = window as { WeixinJSBridge?: Bridge };
    if (WeixinJSBridge) pay(WeixinJSBridge);
    else
      document.addEventListener(
        'WeixinJSBridgeReady',
        () => pay((window as unknown as { WeixinJSBridge: Bridge }).WeixinJSBridge),
        { once: true },
      );
  });
}
