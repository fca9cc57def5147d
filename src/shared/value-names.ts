/*
 * What the values of choices mean, for messages to people. Only messages use it; on the wire and in the description of the
 * API the values stay as they are.
 */

const names: Readonly<Record<string, string>> = {
  ...{ all: '全部', none: '无', yes: '是', true: '是', false: '否', auto: '自动', empty: '没有结果的' },
  ...{ visitor: '游客', member: '会员', vip: 'VIP', buyer: '已购买的读者', staff: '编辑部', members: '会员' },
  ...{ active: '正常', blocked: '已停用', leaving: '注销中' },
  ...{ public: '公开', paid: '付费' },
  ...{ news: '资讯', article: '文章', reference: '内参', post: '稿件', comment: '评论', information: '资讯' },
  ...{
    column: '栏目',
    tag: '标签',
    author: '作者',
    stock: '证券',
    title: '标题',
    site: '全站',
    kind: '类型',
  },
  ...{ image: '图片', video: '视频', audio: '音频', file: '文件', avatar: '头像' },
  ...{ draft: '草稿', scheduled: '定时', published: '已发布', withdrawn: '已撤回', deleted: '已删除' },
  ...{ publish: '发布', withdraw: '撤回', delete: '删除', undelete: '恢复', edit: '修改' },
  ...{ reviewing: '审核中', changes: '要求修改', rejected: '已拒绝', approved: '通过', cancelled: '已取消' },
  ...{
    pending: '待处理',
    open: '未结束',
    ended: '已结束',
    running: '进行中',
    waiting: '等待中',
    delivered: '已送达',
    paused: '已暂停',
  },
  ...{ hidden: '已隐藏', reported: '被举报', visible: '已公开' },
  ...{
    sending: '发送中',
    sent: '已发送',
    stopped: '已停止',
    failed: '失败',
    unknown: '结果不明',
    skipped: '跳过',
  },
  ...{ letter: '通讯', daily: '每日', weekly: '每周' },
  ...{ block: '禁止', review: '送审', warn: '提醒' },
  ...{ bought: '已购买', refunding: '退款中', refunded: '已退款', closed: '已关闭', subscription: '订阅' },
  ...{ requested: '待处理', issued: '已开', sent_back: '已退回', succeeded: '成功' },
  ...{ person: '个人', company: '企业' },
  ...{ wechat: '微信', alipay: '支付宝', sandbox: '沙箱', mail: '邮件', sms: '短信' },
  ...{ native: '扫码', jsapi: '微信内', h5: '手机网页', page: '电脑网页', wap: '手机网页' },
  ...{ equal: '一致', different: '有差异' },
  ...{ main: '主板', chinext: '创业板', star: '科创板', bse: '北交所', index: '指数' },
  ...{ instruments: '证券', days: '交易日', intraday: '分时', dividends: '分红' },
  ...{ ranked: '有名次的', out: '已取消资格的', buy: '买入', sell: '卖出', filled: '已成交' },
  ...{ day: '日', week: '周', month: '月', season: '赛季' },
  ...{ relevance: '相关', newest: '最新', hottest: '最热', views: '阅读', readers: '读者' },
  ...{ registrations: '注册', conversion: '转化' },
  ...{ actions: '操作', security: '安全' },
  ...{ verified: '已核验', refused: '已拒绝' },
  ...{ agreement: '用户协议', privacy: '隐私政策' },
  ...{ baidu: '百度', indexnow: 'IndexNow' },
  ...{ logo: '标志', logoDark: '深色标志', icon: '图标', share: '分享图' },
  ...{ login: '登录', register: '注册', reset: '重设密码', bind: '绑定', change: '换绑' },
  'change-old': '验证原来的号码',
  ...{ columns: '栏目', read: '已读', dismissed: '收起' },
};

/** Names that a value has in one field only, by the label of the field. */
const fieldNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  状态: { paid: '已支付' },
  数据类型: { daily: '日线' },
  验证码用途: { delete: '注销' },
  位置: { purchase: '购买', reference: '内参' },
  持仓披露: { none: '不持有', holds: '持有', other: '另作说明' },
  举报原因: {
    ...{ spam: '广告或垃圾信息', abuse: '辱骂攻击', illegal: '违法违规', securities: '荐股或代客理财' },
    ...{ rumour: '谣言', other: '其他' },
  },
  通知类型: {
    ...{ reply: '回复', mention: '提到', like: '点赞', followed: '关注的作者', watched: '自选股' },
    ...{ review: '审核', sale: '售出', expiry: '到期', contest: '模拟赛', fill: '成交' },
    ...{ announcement: '公告', system: '系统' },
  },
  来历: { referrer: '来源网站', device: '设备', region: '地区' },
  模板: { blank: '空白', about: '关于我们', contact: '联系我们', jobs: '招聘', copyright: '版权声明' },
  事项: {
    ...{ domain: '域名', filing: '备案', agreements: '协议', sms: '短信', mail: '邮件', payment: '支付' },
    ...{ backup: '备份', mode: '正式运行' },
  },
};

const sortNames: Readonly<Record<string, string>> = {
  createdAt: '建立时间',
  updatedAt: '修改时间',
  publishedAt: '发布时间',
  hits: '次数',
  posts: '文章数',
  name: '名称',
};

/** Returns what the values of a choice are called, separated by 、; null if one has no name. */
export function nameValues(label: string, values: readonly unknown[]): string | null {
  const named = values.map((value) => nameOf(label, String(value)));
  return named.includes(null) ? null : [...new Set(named)].join('、');
}

function nameOf(label: string, value: string): string | null {
  const name = fieldNames[label]?.[value] ?? names[value];
  if (name !== undefined) return name;
  const sorted = sortNames[value.replace(/^-/, '')];
  if (sorted !== undefined) return `${sorted}（${value.startsWith('-') ? '从后往前' : '从前往后'}）`;
  // A number, or Chinese words, speak for themselves.
  return /[a-z]/i.test(value) ? null : value;
}
