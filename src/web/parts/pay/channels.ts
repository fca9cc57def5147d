import type { PayChannels } from '#features/payments/schema.ts';

type Gateway = PayChannels['gateways'][number];
export type Way = {
  id: string;
  label: string;
  gateway: Gateway['name'];
  channel: Gateway['channels'][number];
};

/** Where the buyer sits: it decides which of a gateway's channels serves. */
export type Surface = 'desktop' | 'phone' | 'wechat';

export function surfaceOf({ userAgent, isNarrow }: { userAgent: string; isNarrow: boolean }): Surface {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  return isNarrow || /Android|iPhone|Mobile/i.test(userAgent) ? 'phone' : 'desktop';
}

const best: Readonly<Record<Surface, readonly Way['channel'][]>> = {
  desktop: ['native', 'page'],
  phone: ['h5', 'wap', 'native', 'page'],
  // What WeChat's own browser cannot open it can still scan from another screen.
  wechat: ['jsapi', 'native', 'wap', 'page'],
};

/** One way for each gateway: the channel that suits where the buyer sits. */
export function waysOf({ gateways, wechatAppId }: PayChannels, surface: Surface): Way[] {
  const ways = gateways.flatMap(({ name, label, channels }): Way[] => {
    const usable = channels.filter((channel) => channel !== 'jsapi' || wechatAppId !== null);
    const channel = best[surface].find((one) => usable.includes(one));
    return channel ? [{ id: name, label, gateway: name, channel }] : [];
  });
  // WeChat does not open Alipay's pages: there it is offered only where nothing else is.
  const opened = surface === 'wechat' ? ways.filter(({ gateway }) => gateway !== 'alipay') : ways;
  return opened.length > 0 ? opened : ways;
}
