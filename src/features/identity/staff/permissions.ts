/** A permission code in words: what it is called, and what whoever holds it can do. */
export type PermissionEntry = { code: string; group: string; name: string; about: string };

const entry = (group: string, code: string, name: string, about: string): PermissionEntry => ({
  code,
  group,
  name,
  about,
});

/**
 * Every code there is, in the order screens show it. `main/permissions.test.ts` holds it against the codes that calls
 * declare, so that none is without a name and none is offered that opens nothing.
 */
export const permissionCatalogue: readonly PermissionEntry[] = [
  entry('内容', 'content.view', '查看稿件', '看所有稿件、版本和预览，包括没有发布的'),
  entry('内容', 'content.edit', '撰写与修改', '写新稿、改稿、恢复旧版本、删除草稿'),
  entry('内容', 'content.publish', '发布与撤回', '发布、定时、撤回稿件，发快讯'),
  entry('内容', 'content.review', '审核内参', '通过或退回会员写的内参'),
  entry('内容', 'media.manage', '素材库', '上传、整理和删除图片与文件'),
  entry('内容', 'authors.manage', '作者', '新建、修改、合并、删除作者'),
  entry('内容', 'feeds.manage', '采集源', '管理采集源，决定采来的内容收不收'),
  entry('版面', 'columns.manage', '栏目', '新建、修改、排序、删除栏目'),
  entry('版面', 'frontpage.manage', '首页', '广告位、置顶内容和须知'),
  entry('版面', 'notices.send', '公告', '给全体会员发公告'),
  entry('互动', 'comments.moderate', '评论审核', '放行、隐藏评论'),
  entry('互动', 'words.manage', '敏感词', '维护敏感词表'),
  entry('互动', 'contest.manage', '股神争霸', '模拟赛的赛季、行情、选手和复算'),
  entry('会员', 'members.view', '查看会员', '查会员资料，手机号中间四位不显示'),
  entry('会员', 'members.manage', '管理会员', '查看完整手机号、停用、退出登录、标签、VIP、导出'),
  entry('经营', 'analytics.view', '数据', '看阅读、读者、注册和转化'),
  entry('经营', 'orders.view', '查看订单', '看订单和支付记录'),
  entry('经营', 'orders.refund', '退款', '给订单退款'),
  entry('经营', 'orders.invoice', '发票', '开具和退回电子发票'),
  entry('经营', 'offers.manage', '套餐与优惠', '管理套餐、优惠券和兑换码'),
  entry('经营', 'ledger.view', '查看账本', '看收入、分成和每一笔分录'),
  entry('经营', 'ledger.settle', '结算', '给作者结算分成'),
  entry('经营', 'reconciliation.view', '查看对账', '看支付渠道账单与本站账目的差异'),
  entry('系统', 'audit.view', '操作日志', '看编辑部每一次操作的前后'),
  entry('系统', 'staff.manage', '员工与角色', '给出和收回角色、邀请成员、重置两步验证'),
  entry('系统', 'settings.manage', '设置', '网站、协议、短信、邮件、微信、支付、存储'),
  entry('系统', 'leaks.manage', '泄漏', '检查锁定的内容有没有漏出去，查外泄的文字来自谁的账号'),
  entry('系统', 'transfers.manage', '导入导出', '导入内容，导出和备份整站'),
];

const codes: ReadonlySet<string> = new Set(permissionCatalogue.map(({ code }) => code));

/** Whether a role of the publisher's own may hold it; `*` is the administrator's alone. */
export const isPermission = (code: string): boolean => codes.has(code);
