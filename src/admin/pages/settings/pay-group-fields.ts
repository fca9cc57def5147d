import type { GroupSpec } from './group-spec.ts';

const pemExample = (what: string) => `-----BEGIN ${what} KEY-----\n…\n-----END ${what} KEY-----`;

/** Whom the site is paid through. */
export const payGroupSpecs: readonly GroupSpec[] = [
  {
    name: 'wechatPay',
    title: '微信支付',
    lead: '微信支付商户平台 › 账户中心 › API 安全里的证书和密钥。保存后读者的下一笔订单就用它。',
    tryLabel: '核对证书和公钥',
    fields: [
      {
        name: 'provider',
        label: '方式',
        kind: 'choice',
        options: [
          { value: 'none', label: '不开通' },
          { value: 'wechat', label: '微信支付' },
        ],
      },
      { name: 'merchantId', label: '商户号', kind: 'text', provider: 'wechat', placeholder: '1900000001' },
      {
        name: 'appId',
        label: 'AppID',
        kind: 'text',
        provider: 'wechat',
        placeholder: 'wx…',
        note: '在商户平台与商户号关联的应用',
      },
      { name: 'serial', label: '商户证书序列号', kind: 'text', provider: 'wechat' },
      {
        name: 'privateKey',
        label: '商户私钥',
        kind: 'secretKey',
        provider: 'wechat',
        placeholder: pemExample('PRIVATE'),
        note: 'apiclient_key.pem 的全文',
      },
      {
        name: 'apiKey',
        label: 'APIv3 密钥',
        kind: 'secret',
        provider: 'wechat',
        note: '32 个字符，解开支付结果通知用',
      },
      {
        name: 'publicKeyId',
        label: '微信支付公钥 ID',
        kind: 'text',
        provider: 'wechat',
        placeholder: 'PUB_KEY_ID_…',
      },
      {
        name: 'publicKey',
        label: '微信支付公钥',
        kind: 'key',
        provider: 'wechat',
        placeholder: pemExample('PUBLIC'),
        note: 'pub_key.pem 的全文',
      },
      {
        name: 'appSecret',
        label: 'AppSecret',
        kind: 'secret',
        provider: 'wechat',
        note: '可以不填；填了，读者在微信里打开网站时可以直接支付',
      },
    ],
  },
  {
    name: 'alipay',
    title: '支付宝',
    lead: '支付宝开放平台的应用，开通电脑网站支付和手机网站支付，接口加签用 RSA2 公钥模式。',
    tryLabel: '核对密钥',
    fields: [
      {
        name: 'provider',
        label: '方式',
        kind: 'choice',
        options: [
          { value: 'none', label: '不开通' },
          { value: 'alipay', label: '支付宝' },
        ],
      },
      {
        name: 'appId',
        label: 'AppID',
        kind: 'text',
        provider: 'alipay',
        placeholder: '2021000000000000',
      },
      {
        name: 'sellerId',
        label: '收款支付宝账号',
        kind: 'text',
        provider: 'alipay',
        placeholder: '2088000000000000',
        note: '2088 开头的 16 位数字；付给别的账号的通知不会被接受',
      },
      {
        name: 'privateKey',
        label: '应用私钥',
        kind: 'secretKey',
        provider: 'alipay',
        note: 'PEM，或支付宝密钥工具生成的一行文字',
      },
      {
        name: 'publicKey',
        label: '支付宝公钥',
        kind: 'key',
        provider: 'alipay',
        note: '在开放平台上传应用公钥后由支付宝给出；不是应用公钥',
      },
    ],
  },
];
