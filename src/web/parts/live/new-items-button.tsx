import { Icon } from '#ui/icon.tsx';
import s from './new-items-button.module.css';

/** Holds new items back until the reader presses it, so that the list never jumps. Renders nothing for a count of 0. */
export function NewItemsButton({ count, onShow, noun }: { count: number; onShow: () => void; noun: string }) {
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
