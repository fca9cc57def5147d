import type { PaySettings } from '../pay.ts';
import { explainAlipay, explainWechatPay, type PayFault } from './pay-reasons.ts';
import type { TryAnswer } from './schema.ts';

type Merchant<G extends keyof PaySettings> = NonNullable<PaySettings[G]>;

/** How gateways are asked whether settings are right; they stand above the settings, so the composition root brings it. */
export type PayProbes = {
  wechat(settings: Merchant<'wechat'>): Promise<PayFault | null>;
  alipay(settings: Merchant<'alipay'>): Promise<PayFault | null>;
};

/** A question moves no money. What it does not prove is said, lest somebody take it for proven. */
export async function tryWechatPay(probes: PayProbes, { wechat }: PaySettings): Promise<TryAnswer> {
  if (!wechat) return { isOk: true, message: '现在没有开通微信支付' };
  const fault = await probes.wechat(wechat);
  if (fault) return { isOk: false, message: explainWechatPay(fault) };
  return {
    isOk: true,
    message:
      '商户号、商户证书序列号、私钥和微信支付公钥都正确，可以保存。AppID 和 APIv3 密钥要到真的收款时才用得到，请自己再核对一遍',
  };
}

/** The same of Alipay. */
export async function tryAlipay(probes: PayProbes, { alipay }: PaySettings): Promise<TryAnswer> {
  if (!alipay) return { isOk: true, message: '现在没有开通支付宝' };
  const fault = await probes.alipay(alipay);
  if (fault) return { isOk: false, message: explainAlipay(fault) };
  return {
    isOk: true,
    message:
      'AppID、私钥和支付宝公钥都正确，可以保存。收款支付宝账号要到真的收款时才用得到，请自己再核对一遍',
  };
}
