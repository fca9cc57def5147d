import type { PayChannels } from '#features/payments/schema.ts';
import { isInWechat } from '../in-wechat.ts';

type Gateway = PayChannels['gateways'][number];
export type PayMethod = {
  id: string;
  label: string;
  gateway: Gateway['name'];
  channel: Gateway['channels'][number];
};

/** The buyer's environment; it decides which channel of a gateway is used. */
export type PayEnvironment = 'desktop' | 'phone' | 'wechat';

export function detectPayEnvironment({
  userAgent,
  isNarrow,
}: {
  userAgent: string;
  isNarrow: boolean;
}): PayEnvironment {
  if (isInWechat(userAgent)) return 'wechat';
  return isNarrow || /Android|iPhone|Mobile/i.test(userAgent) ? 'phone' : 'desktop';
}

const preferredChannels: Readonly<Record<PayEnvironment, readonly PayMethod['channel'][]>> = {
  desktop: ['native', 'page'],
  phone: ['h5', 'wap', 'native', 'page'],
  // The fallback `native` is a code that the buyer can scan with another device.
  wechat: ['jsapi', 'native', 'wap', 'page'],
};

/** Returns one payment method per gateway: the first channel that suits the environment. */
export function payMethodsFor(
  { gateways, wechatAppId }: PayChannels,
  environment: PayEnvironment,
): PayMethod[] {
  const methods = gateways.flatMap(({ name, label, channels }): PayMethod[] => {
    const usable = channels.filter((channel) => channel !== 'jsapi' || wechatAppId !== null);
    const channel = preferredChannels[environment].find((candidate) => usable.includes(candidate));
    return channel ? [{ id: name, label, gateway: name, channel }] : [];
  });
  // WeChat does not open Alipay's pages, so Alipay is offered there only if it is the only gateway.
  const openable = environment === 'wechat' ? methods.filter(({ gateway }) => gateway !== 'alipay') : methods;
  return openable.length > 0 ? openable : methods;
}
