import type { ChipTone } from '#admin/parts/chip.tsx';
import type { AdminSeason, Recompute } from '../manage/schema.ts';

type StatusLabel = { label: string; tone?: ChipTone };

export const seasonStates: Record<AdminSeason['state'], StatusLabel> = {
  upcoming: { label: '未开始', tone: 'info' },
  running: { label: '进行中', tone: 'good' },
  ended: { label: '已结束' },
};

export const boardNames = {
  main: '主板',
  chinext: '创业板',
  star: '科创板',
  bse: '北交所',
  index: '指数',
} as const;

export const boardOptions = (['main', 'chinext', 'star', 'bse'] as const).map((value) => ({
  value,
  label: boardNames[value],
}));

export const forWhomNames = { member: '全部会员', vip: 'VIP 会员' } as const;

/** Label of a recompute's state; when it has finished, of its result. */
export function recomputeLabel({ state, differenceCount }: Recompute): StatusLabel {
  if (state === 'queued') return { label: '排队中' };
  if (state === 'running') return { label: '进行中', tone: 'info' };
  if (state === 'failed') return { label: '没有算完', tone: 'bad' };
  return differenceCount > 0
    ? { label: `${differenceCount} 处不一致`, tone: 'bad' }
    : { label: '完全一致', tone: 'good' };
}
