import type { PaySettings } from '../pay-settings.ts';
import type { TryAnswer } from './schema.ts';

/** What a gateway rejected: its error code, or `no-answer`, `unsigned`, `clock`, `key-id`, `forged`. */
export type PayFault = { code: string; words: string };

const wechatPayMessages: Readonly<Record<string, string>> = {
  'no-answer': '微信支付没有响应，请检查本机能否访问 api.mch.weixin.qq.com',
  unsigned: '应答没有微信支付的签名，请检查本机到 api.mch.weixin.qq.com 的网络（代理、域名解析）',
  clock: '本机时间与微信支付相差超过 5 分钟，请校准服务器时间',
  'key-id': '微信支付的应答用的是另一把公钥，请核对微信支付公钥 ID；老商户须在商户平台换用微信支付公钥',
  forged: '微信支付的应答没有通过验证：公钥不是微信支付公钥，请重新下载填写',
  PARAM_ERROR: '商户号不正确，请核对',
  MCH_NOT_EXISTS: '没有这个商户号，请核对',
  MCHID_NOT_EXIST: '没有这个商户号，请核对',
  APPID_MCHID_NOT_MATCH: 'AppID 与商户号没有绑定，请在商户平台关联',
  NO_AUTH: '这个商户号没有开通要用的支付产品',
  FREQUENCY_LIMITED: '微信支付说请求太频繁，请稍后再试',
  RATELIMIT_EXCEEDED: '微信支付说请求太频繁，请稍后再试',
  SYSTEM_ERROR: '微信支付系统繁忙，请稍后再试',
};

/** Explains an error code of WeChat Pay to the administrator. */
export function explainWechatPay({ code, words }: PayFault): string {
  if (code !== 'SIGN_ERROR')
    return wechatPayMessages[code] ?? `微信支付没有接受（${code}），请核对商户号和商户 API 证书`;
  if (words.includes('序列号')) return '商户证书序列号不正确，请核对：它是商户 API 证书的序列号，不是公钥 ID';
  if (words.includes('商户号')) return '商户号与签名不符，请核对商户号和商户证书序列号';
  if (words.includes('时间戳')) return '本机时间与微信支付相差超过 5 分钟，请校准服务器时间';
  return '微信支付说签名错误：私钥与商户证书序列号不是同一张证书的，请核对';
}

const alipayMessages: Readonly<Record<string, string>> = {
  'no-answer': '支付宝没有响应，请检查本机能否访问 openapi.alipay.com',
  forged: '支付宝的应答没有通过验证：公钥应填支付宝公钥，不是应用公钥',
  'isv.invalid-app-id': '没有这个应用，请核对 AppID',
  'isv.invalid-signature': '支付宝说签名错误：私钥与应用里上传的应用公钥不是一对，或 AppID 不正确',
  'isv.missing-signature-key': '这个应用还没有上传应用公钥，请在支付宝开放平台设置接口加签方式',
  'isv.invalid-timestamp': '本机时间与支付宝相差太多，请校准服务器时间',
  'isv.insufficient-isv-permissions': '这个应用没有开通电脑网站支付或手机网站支付',
  'isv.insufficient-user-permissions': '这个应用没有开通电脑网站支付或手机网站支付',
  'ACQ.ACCESS_FORBIDDEN': '这个应用没有开通电脑网站支付或手机网站支付',
  'ACQ.SYSTEM_ERROR': '支付宝系统繁忙，请稍后再试',
};

/** Explains an error code of Alipay to the administrator. */
export const explainAlipay = ({ code }: PayFault): string =>
  alipayMessages[code] ?? `支付宝没有接受（${code}），请核对 AppID 和私钥`;

type Merchant<G extends keyof PaySettings> = NonNullable<PaySettings[G]>;

/**
 * Probes that ask the gateways whether settings are valid. Provided by the composition root, since payments depend on
 * settings.
 */
export type PayProbes = {
  wechat(settings: Merchant<'wechat'>): Promise<PayFault | null>;
  alipay(settings: Merchant<'alipay'>): Promise<PayFault | null>;
};

/** Tries WeChat Pay with a query that moves no money. The answer says what it does not prove. */
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

/** Tries Alipay likewise. */
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
