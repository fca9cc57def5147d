import { Chip, type ChipTone } from '../../parts/chip.tsx';
import { showTime } from '../../parts/show-time.ts';
import s from './frontpage.module.css';

const states = {
  running: '展示中',
  waiting: '未开始',
  paused: '已暂停',
  ended: '已结束',
  hidden: '读者看不到',
};

const tones: Partial<Record<keyof typeof states, ChipTone>> = {
  running: 'good',
  waiting: 'info',
  paused: 'warn',
  hidden: 'warn',
};

/** Whether readers see it now. */
export function StandingChip({ state }: { state: keyof typeof states }) {
  return <Chip tone={tones[state]}>{states[state]}</Chip>;
}

/** 11-21 08:00 起，至 11-30 24:00 */
export function Period({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }) {
  return (
    <span className={s.period}>
      <span>
        <time dateTime={startsAt}>{showTime(startsAt)}</time> 起
      </span>
      {endsAt ? (
        <span>
          至 <time dateTime={endsAt}>{showTime(endsAt)}</time>
        </span>
      ) : (
        <span>一直有效</span>
      )}
    </span>
  );
}
