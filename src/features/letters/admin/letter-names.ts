import { showNumber } from '#admin/parts/show-number.ts';
import type { Audience, Letter, Subscription } from '../schema.ts';

export const stateNames = {
  draft: { tone: 'info', name: '草稿' },
  scheduled: { tone: 'info', name: '定时' },
  sending: { tone: 'warn', name: '发送中' },
  sent: { tone: 'good', name: '已发送' },
  stopped: { tone: 'bad', name: '已停止' },
} as const;

export const subscriptionNames: Record<Subscription, string> = {
  letter: '编辑来信',
  daily: '每日摘要',
  weekly: '每周摘要',
};

export const audienceNames: Record<Audience, string> = {
  all: '全部订阅的人',
  vip: '其中的 VIP 会员',
  column: '其中订阅了栏目的人',
  tag: '其中有某个标签的人',
};
export const audienceOptions = (Object.keys(audienceNames) as Audience[]).map((value) => ({
  value,
  label: audienceNames[value],
}));

/** Such as 1,234 人; of many only how many there are at least. */
export const countText = ({ members, isExact }: { members: number; isExact: boolean }): string =>
  `${isExact ? '' : '至少'} ${showNumber(members)} 人`;

export const subjectOf = ({ subject }: Pick<Letter, 'subject'>): string => subject || '没有主题';
