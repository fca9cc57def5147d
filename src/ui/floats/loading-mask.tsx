import { classNames } from '../class-names.ts';
import { Spin } from '../controls/spin.tsx';
import s from './loading-mask.module.css';
import { useLingering } from './use-lingering.ts';

const CLOSE_DELAY_MS = 400;

export interface LoadingMaskProps {
  active: boolean;
  label?: string;
  /** Over the whole window; else over the nearest positioned ancestor. */
  fullScreen?: boolean;
}

/** A veil while something is fetched; it lifts 400 ms after the work has ended (seed §9). */
export function LoadingMask({ active, label = '加载中', fullScreen = false }: LoadingMaskProps) {
  const isShown = useLingering(active, CLOSE_DELAY_MS);
  return (
    <div role="status">
      {isShown && (
        <div className={classNames(s.mask, fullScreen && s.full)}>
          <Spin />
          {label}
        </div>
      )}
    </div>
  );
}
