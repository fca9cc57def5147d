import { Chip, type ChipTone } from '#admin/parts/chip.tsx';
import { showTime } from '#admin/parts/show-time.ts';

const states = {
  running: '展示中',
  waiting: '未开始',
  paused: '已暂停',
  ended: '已结束',
  hidden: '读者看不到',
};
type State = keyof typeof states;

const tones: Partial<Record<State, ChipTone>> = {
  running: 'good',
  waiting: 'info',
  paused: 'warn',
  hidden: 'warn',
};

export const stateName = ({ state }: { state: State }): string => states[state];

/** Whether readers see the content now. */
export const StateChip = ({ state }: { state: State }) => <Chip tone={tones[state]}>{states[state]}</Chip>;

type Period = { startsAt: string; endsAt: string | null };

/** Formats a period: `11-21 08:00 起，至 11-30 24:00` */
export const showPeriod = ({ startsAt, endsAt }: Period): string =>
  `${showTime(startsAt)} 起，${endsAt ? `至 ${showTime(endsAt)}` : '一直有效'}`;
