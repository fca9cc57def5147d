import type { Client } from '#client/client.ts';
import type { ApiCalls } from '#features/calls.ts';

type Call = Client<ApiCalls>['call'];
type Bridge = {
  invoke: (
    name: string,
    fields: Record<string, string>,
    onDone: (answer: { err_msg: string }) => void,
  ) => void;
};

const authorizeUrl = 'https://open.weixin.qq.com/connect/oauth2/authorize';

/** Redirects to WeChat, which returns to this address with a code that identifies the buyer (docs/product.md §22). */
export async function redirectToWechat(call: Call, orderId: string): Promise<void> {
  const { wechatAppId } = await call('GET /reception/getPayChannels', { silent: true });
  const returnUrl = new URL(location.href);
  returnUrl.searchParams.set('payOrder', orderId);
  const query = new URLSearchParams({
    appid: wechatAppId ?? '',
    redirect_uri: returnUrl.href,
    response_type: 'code',
    scope: 'snsapi_base',
    state: orderId,
  });
  location.assign(`${authorizeUrl}?${query}#wechat_redirect`);
}

/**
 * Opens WeChat's payment sheet. Only the server knows whether the order was paid; `false` means that the buyer closed
 * the sheet or that WeChat did not open it.
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
