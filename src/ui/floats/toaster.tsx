import { useEffect, useRef } from 'react';
import { Toaster as Sonner, useSonner } from 'sonner';
import { TOAST_DURATION_MS, TOASTS_AT_ONCE } from '#client/constants.ts';
import { Icon } from '../icon.tsx';
import s from './toaster.module.css';

/** Where toasts appear: at most three, three seconds each (seed §9). One per page; speak through sonner's `toast`. */
export function Toaster() {
  const layer = useRef<HTMLDivElement>(null);
  const { toasts } = useSonner();
  const count = toasts.length;

  useEffect(() => {
    if (layer.current) raise(layer.current, count > 0);
  }, [count]);

  return (
    <div className={s.layer} popover="manual" ref={layer}>
      <Sonner
        expand
        position="top-center"
        duration={TOAST_DURATION_MS}
        visibleToasts={TOASTS_AT_ONCE}
        gap={8}
        offset={24}
        containerAriaLabel="提示"
        style={{ zIndex: 'var(--z-toast)' }}
        toastOptions={{ unstyled: true, classNames: { toast: s.toast ?? '', actionButton: s.action ?? '' } }}
        icons={{
          success: <Icon name="ok" />,
          info: <Icon name="info" />,
          warning: <Icon name="warn" />,
          error: <Icon name="warn" />,
        }}
      />
    </div>
  );
}

// A modal dialog lies in the browser's top layer, above every z-index: toasts go there, too, the newest on top.
function raise(layer: HTMLElement, isNeeded: boolean) {
  if (typeof layer.showPopover !== 'function') return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  if (isNeeded) layer.showPopover();
}
