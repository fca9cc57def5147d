import type { SettingGroup } from '#features/settings/desk/schema.ts';
import { commentGroupSpec } from './comment-group-fields.ts';
import { contestGroupSpec } from './contest-group-fields.ts';
import type { GroupSpec } from './group-spec.ts';
import { payGroupSpecs } from './pay-group-fields.ts';
import { referenceGroupSpec } from './reference-group-fields.ts';
import { tradeGroupSpec } from './trade-group-fields.ts';
import { wechatServiceGroupSpec } from './wechat-service-group-fields.ts';

/** What can be set, group by group, in the words of who sets it. */
export const groupSpecs: readonly GroupSpec[] = [
  {
    name: 'site',
    title: '站点',
    lead: '网站名称与页脚的备案信息，保存后读者打开的下一页就是新的。',
    tryLabel: '检查网站地址',
    fields: [
      { name: 'name', label: '网站名称', kind: 'text', note: '至多 20 个字，显示在报头、标题和短信里' },
      {
        name: 'url',
        label: '网站地址',
        kind: 'text',
        placeholder: 'https://news.example.cn',
        note: '读者访问的地址，用于分享、站点地图和微信登录的回调',
      },
      { name: 'icp', label: 'ICP 备案号', kind: 'text', placeholder: '京ICP备00000000号' },
      { name: 'icpLicence', label: 'ICP 许可证号', kind: 'text', placeholder: '京ICP证000000号' },
      { name: 'police', label: '公安备案号', kind: 'text', placeholder: '京公网安备 00000000000000号' },
      { name: 'newsLicence', label: '互联网新闻信息服务许可证号', kind: 'text' },
      {
        name: 'complaints',
        label: '举报与投诉方式',
        kind: 'text',
        placeholder: '010-00000000 jubao@example.cn',
      },
    ],
  },
  {
    name: 'sms',
    title: '短信',
    lead: '登录、注册和更换手机号的验证码由它发出。',
    tryLabel: '给我发一条测试短信',
    fields: [
      {
        name: 'provider',
        label: '方式',
        kind: 'choice',
        options: [
          { value: 'outbox', label: '发件箱（不真的发送，只用于演示）' },
          { value: 'aliyun', label: '阿里云短信' },
        ],
      },
      { name: 'accessKeyId', label: 'AccessKey ID', kind: 'text', provider: 'aliyun' },
      { name: 'accessKeySecret', label: 'AccessKey Secret', kind: 'secret', provider: 'aliyun' },
      {
        name: 'signName',
        label: '短信签名',
        kind: 'text',
        provider: 'aliyun',
        note: '审核通过的签名，不带【】',
      },
      {
        name: 'templates',
        label: '短信模板',
        kind: 'text',
        provider: 'aliyun',
        placeholder: 'SMS_123456',
        note: '变量只有一个 code。各种用途用不同模板时写：login=SMS_1,register=SMS_2,reset=SMS_3,bind=SMS_4,change=SMS_5,change-old=SMS_6,delete=SMS_7',
      },
    ],
  },
  {
    name: 'mail',
    title: '邮件',
    lead: '绑定邮箱的验证码和通知由它发出。',
    tryLabel: '发一封测试邮件',
    fields: [
      {
        name: 'provider',
        label: '方式',
        kind: 'choice',
        options: [
          { value: 'outbox', label: '发件箱（不真的发送，只用于演示）' },
          { value: 'smtp', label: 'SMTP 邮件服务器' },
        ],
      },
      {
        name: 'server',
        label: '邮件服务器',
        kind: 'text',
        provider: 'smtp',
        placeholder: 'smtps://smtp.example.cn:465',
        note: 'smtps:// 通常是 465 端口，smtp:// 通常是 587 端口',
      },
      {
        name: 'user',
        label: '邮箱用户名',
        kind: 'text',
        provider: 'smtp',
        placeholder: 'no-reply@news.example.cn',
      },
      {
        name: 'password',
        label: '邮箱密码',
        kind: 'secret',
        provider: 'smtp',
        note: '许多邮箱要填「授权码」，而不是登录密码',
      },
      {
        name: 'from',
        label: '发件人',
        kind: 'text',
        provider: 'smtp',
        placeholder: '观澜 <no-reply@news.example.cn>',
      },
    ],
  },
  {
    name: 'wechat',
    title: '微信登录',
    lead: '微信开放平台「网站应用」的 AppID 和 AppSecret；授权回调域填网站地址的域名。',
    tryLabel: '检查 AppID 和 AppSecret',
    fields: [
      {
        name: 'provider',
        label: '方式',
        kind: 'choice',
        options: [
          { value: 'none', label: '不开通' },
          { value: 'wechat', label: '微信扫码登录' },
        ],
      },
      { name: 'appId', label: 'AppID', kind: 'text', provider: 'wechat', placeholder: 'wx…' },
      { name: 'secret', label: 'AppSecret', kind: 'secret', provider: 'wechat' },
    ],
  },
  wechatServiceGroupSpec,
  ...payGroupSpecs,
  tradeGroupSpec,
  referenceGroupSpec,
  commentGroupSpec,
  contestGroupSpec,
  {
    name: 'storage',
    title: '文件存储',
    lead: '新的图片和附件存到这里。已经在本机磁盘上的文件照常可读；换了存储桶，要先把原来桶里的文件搬过去。',
    tryLabel: '写、读、删一个小文件',
    fields: [
      {
        name: 'provider',
        label: '方式',
        kind: 'choice',
        options: [
          { value: 'disk', label: '本机磁盘' },
          { value: 's3', label: 'S3 兼容的对象存储（阿里云 OSS、腾讯云 COS、MinIO …）' },
        ],
      },
      {
        name: 'endpoint',
        label: '存储地址',
        kind: 'text',
        provider: 's3',
        placeholder: 'https://oss-cn-hangzhou.aliyuncs.com',
      },
      { name: 'region', label: '地域', kind: 'text', provider: 's3', placeholder: 'cn-hangzhou' },
      { name: 'bucket', label: '存储桶', kind: 'text', provider: 's3' },
      { name: 'accessKeyId', label: 'AccessKey ID', kind: 'text', provider: 's3' },
      { name: 'secretAccessKey', label: 'AccessKey Secret', kind: 'secret', provider: 's3' },
      {
        name: 'isPathStyle',
        label: '路径风格',
        kind: 'switch',
        provider: 's3',
        note: '自建的 MinIO 通常要打开；阿里云 OSS 和腾讯云 COS 不要打开',
      },
    ],
  },
  {
    name: 'security',
    title: '安全',
    lead: '编辑部账号能改稿件、看订单，建议都开启两步验证；付费正文可以带上读者的印记。',
    fields: [
      {
        name: 'staffTotp',
        label: '编辑部两步验证',
        kind: 'choice',
        options: [
          { value: 'optional', label: '由各人自己决定' },
          { value: 'required', label: '必须开启，没有开启的账号进不了后台' },
        ],
      },
      {
        name: 'tracing',
        label: '付费内容溯源',
        kind: 'choice',
        note: '读者读到的 VIP 和付费正文带上可见的编号与看不见的印记，外泄的文字可以在「泄漏」里查出是谁的。开启后隐私政策的末尾自动说明；请同时发布新版隐私政策，请会员重新同意。',
        options: [
          { value: 'off', label: '关闭' },
          { value: 'on', label: '开启' },
        ],
      },
    ],
  },
];

export type Values = Record<string, string | boolean>;

/** What the form begins with: secrets are empty, and empty means that they stay as they are. */
export function valuesOf({ values }: SettingGroup): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? '' : value]),
  );
}

/** What is known of a secret, in words. */
export function secretNote({ values }: SettingGroup, name: string): string {
  const held = values[name];
  if (typeof held !== 'object' || !held.isSet) return '还没有设置';
  return `已设置${held.last4 && `（末四位 ${held.last4}）`}，留空则不变`;
}

/** The field that a refusal names: `短信签名（signName）…`. */
export const fieldOf = (message: string): string | undefined => /（(\w+)）/.exec(message)?.[1];
