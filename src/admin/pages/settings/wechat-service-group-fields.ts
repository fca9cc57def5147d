import type { GroupSpec } from './group-spec.ts';

/** How notices reach people in WeChat, in the words of who sets it. */
export const wechatServiceGroupSpec: GroupSpec = {
  name: 'wechatService',
  title: '微信服务号',
  lead: '关注了服务号的会员，可以在微信里收到通知。须是已认证的服务号：在公众平台的「设置与开发」里取 AppID 和 AppSecret，把网站的域名填进「网页授权域名」，把服务器的公网地址加进 IP 白名单。',
  tryLabel: '检查 AppID 和 AppSecret',
  fields: [
    {
      name: 'provider',
      label: '方式',
      kind: 'choice',
      options: [
        { value: 'none', label: '不开通' },
        { value: 'wechat', label: '微信服务号模板消息' },
      ],
    },
    { name: 'appId', label: 'AppID', kind: 'text', provider: 'wechat', placeholder: 'wx…' },
    { name: 'secret', label: 'AppSecret', kind: 'secret', provider: 'wechat' },
    {
      name: 'account',
      label: '服务号名称',
      kind: 'text',
      provider: 'wechat',
      placeholder: '观澜',
      note: '会员在微信里搜索它来关注',
    },
    {
      name: 'templateIds',
      label: '模板 ID',
      kind: 'text',
      provider: 'wechat',
      note: '各类通知用同一个模板时只写它；分开时写 talk=互动,content=内容与公告,account=账户与订单，没有写的一类不发微信',
    },
    {
      name: 'templateFields',
      label: '模板字段',
      kind: 'text',
      provider: 'wechat',
      placeholder: 'title=thing1,body=thing2,time=time3',
      note: '模板里哪个字段放标题、内容、时间',
    },
  ],
};
