import type { CommentShelf, DeskComment } from '#features/comments/desk/schema.ts';
import type { ReportReason } from '#features/comments/schema.ts';
import type { ChipTone } from '../../parts/chip.tsx';

export const shelves: readonly { key: CommentShelf; label: string; nothing: string }[] = [
  { key: 'pending', label: '待审', nothing: '没有等待审核的评论' },
  { key: 'reported', label: '被举报', nothing: '没有被举报的评论' },
  { key: 'hidden', label: '已隐藏', nothing: '没有隐藏的评论' },
  { key: 'all', label: '全部', nothing: '还没有评论' },
];

export const stateNames: Record<DeskComment['state'], string> = {
  pending: '待审',
  visible: '已显示',
  hidden: '已隐藏',
  deleted: '已删除',
};
export const stateTones: Record<DeskComment['state'], ChipTone | undefined> = {
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

/** What a person is muted for, in hours. */
export const mutePeriods: readonly { hours: number; label: string }[] = [
  { hours: 24, label: '1 天' },
  { hours: 24 * 7, label: '7 天' },
  { hours: 24 * 30, label: '30 天' },
  { hours: 24 * 365, label: '1 年' },
];
