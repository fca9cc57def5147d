import { formatFen } from '#shared/money.ts';
import s from './audit.module.css';
import { contestFields } from './contest-names.ts';
import { fenFields, moneyNames, moneyWords } from './money-fields.ts';

const names: Readonly<Record<string, string>> = {
  state: '状态',
  version: '版本',
  title: '标题',
  at: '定时',
  savedAt: '保存于',
  name: '名称',
  url: '网站地址',
  icp: 'ICP 备案号',
  icpLicence: 'ICP 许可证号',
  police: '公安备案号',
  newsLicence: '新闻许可证号',
  complaints: '举报方式',
  provider: '方式',
  accessKeySecret: 'AccessKey Secret',
  secretAccessKey: 'AccessKey Secret',
  signName: '短信签名',
  templates: '短信模板',
  server: '邮件服务器',
  user: '用户名',
  password: '密码',
  from: '取自',
  appId: 'AppID',
  secret: 'AppSecret',
  endpoint: '存储地址',
  region: '地域',
  bucket: '存储桶',
  staffTotp: '编辑部两步验证',
  sessionDays: '登录有效期（天）',
  staffSessionHours: '编辑部登录有效期（小时）',
  authorShare: '作者分成（%）',
  refundDays: '退款期限（天）',
  withdrawalLeast: '最低提现（元）',
  tracing: '付费内容溯源',
  confidence: '把握',
  number: '编号',
  outcome: '结果',
  most: '最多几篇',
  effectiveAt: '生效时间',
  reason: '原因',
  blockedAt: '停用于',
  tags: '标签',
  roles: '角色',
  permissions: '权限',
  vipUntil: 'VIP 至',
  days: '天数',
  hasTotp: '两步验证',
  bio: '简介',
  avatar: '头像',
  memberId: '会员编号',
  mobile: '手机号',
  expiresAt: '有效至',
  keyword: '关键词',
  columnName: '栏目名',
  description: '说明',
  kind: '内容类型',
  access: '可见范围',
  parentId: '上级栏目',
  listOrder: '排序',
  isNav: '参加导航',
  isAuth: '启用栏目页',
  loginAuth: '登录后可看',
  noMenu: '不进菜单',
  menuType: '菜单类型',
  codePath: '栏目编码',
  icon: '图标',
  keepAlive: '保留位置',
  breadShow: '面包屑',
  hideChild: '不展开下级',
  order: '次序',
  moveTo: '移入栏目',
  moved: '移走的篇数',
  position: '广告位',
  image: '图片',
  href: '链接',
  weight: '权重',
  startsAt: '开始',
  endsAt: '结束',
  isPaused: '已暂停',
  columnId: '栏目',
  postId: '稿件',
  place: '位置',
  until: '禁言至',
  text: '评论',
  areCommentsClosed: '评论已关闭',
  isOpen: '开放评论',
  moderation: '审核方式',
  isMobileRequired: '须绑定手机号',
  isLive: '生效',
  mode: '合规模式',
  drafts: '草稿上限',
  reviews: '同时送审上限',
  daily: '每日送审上限',
  uploads: '上传空间',
  selfReview: '可以审核自己的内参',
  riskText: '风险提示',
  qualification: '执业编号',
  institution: '所属机构',
  qualificationState: '执业资格',
  note: '说明',
  body: '内容',
  link: '链接',
  address: '网络地址',
  by: '登录方式',
  account: '账号',
  what: '变更',
  call: '调用',
  ...contestFields,
  ...moneyNames,
};
const states: Readonly<Record<string, string>> = {
  password: '密码',
  sms_code: '短信验证码',
  register: '注册',
  social: '微信',
  reset: '重设密码',
  session: '再次输入密码',
  draft: '草稿',
  scheduled: '定时',
  published: '已发布',
  withdrawn: '已撤回',
  waiting: '待核实',
  verified: '已核实',
  refused: '未通过',
  certain: '确定',
  probable: '很可能',
  doubtful: '存疑',
  damaged: '印记损坏',
  none: '没有印记',
  on: '开启',
  off: '关闭',
};

type ChangesProps = {
  /** The thing that changed, as the log has it: `plan:3`. */
  target: string;
  before: unknown;
  after: unknown;
};

/** What changed, field by field; what a field was is struck out in front of what it became. */
export function Changes({ target, before, after }: ChangesProps) {
  const [thing = ''] = target.split(':');
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  if (fields.length === 0) return <span className={s.none}>—</span>;
  return (
    <dl className={s.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{names[field] ?? field}</dt>
          <dd>
            {field in old && <del>{show(thing, field, old[field])}</del>}
            {field in fresh && <ins>{show(thing, field, fresh[field])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function show(thing: string, field: string, value: unknown): string {
  // Of a key the end tells which it is.
  if (typeof value === 'string' && value.startsWith('-----BEGIN'))
    return `…${value.replace(/-----[^-]*-----|\s/g, '').slice(-12)}`;
  if (typeof value === 'string')
    return moneyWords[thing]?.[field]?.[value] ?? states[value] ?? (value || '（空）');
  if (typeof value === 'number' && fenFields.has(field)) return formatFen(value);
  if (value === null || value === undefined) return '（无）';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isList ? value.join('、') || '（无）' : JSON.stringify(value);
}
