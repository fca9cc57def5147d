import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import s from './theme-switch.module.css';
import tool from './tool.module.css';

/** Moon by day, sun by night. theme.js listens for the attribute, so that it works before hydration. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  return (
    <button
      type="button"
      className={classNames(tool.tool, className)}
      data-theme-switch=""
      aria-label="切换深色或浅色"
    >
      <Icon name="moon" className={s.moon} />
      <Icon name="sun" className={s.sun} />
    </button>
  );
}
