import { Icon } from '#ui/icon.tsx';
import s from './arrivals.module.css';

/** New items wait behind this line until asked for, so the list never jumps. Nothing at 0. */
export function Arrivals({
  count,
  onShow,
  noun = '条新资讯',
}: {
  count: number;
  onShow: () => void;
  noun?: string;
}) {
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className={s.arrivals} onClick={onShow}>
          <Icon name="up" size="s" />有 {count} {noun}
        </button>
      )}
    </div>
  );
}
