import type { ChipTone } from '#admin/parts/chip.tsx';
import type { AdminComment } from '../manage/schema.ts';
import type { ReportReason } from '../schema.ts';

export const stateNames: Record<AdminComment['state'], string> = {
  pending: '待审',
  visible: '已显示',
  hidden: '已隐藏',
  deleted: '已删除',
};
export const stateTones: Record<AdminComment['state'], ChipTone | undefined> = {
  pending: 'warn',
  visible: 'good',
  hidden: 'bad',
  deleted: undefined,
};

export const reportNames: Record<ReportReason, string> = {
  spam: '广告或刷屏',
  abuse: '辱骂攻击',
  illegal: '违法违规',
  securities: '荐股诱导',
  rumour: '谣言不实',
  other: '其他',
};
