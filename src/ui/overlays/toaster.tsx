import { useEffect, useRef } from 'react';
import { Toaster as Sonner, useSonner } from 'sonner';
import { MAX_TOASTS, TOAST_DURATION_MS } from '#client/constants.ts';
import { Icon } from '../icon.tsx';
import s from './toaster.module.css';

/**
 * Container of the toasts: at most three, three seconds each (docs/product.md §9). Mount once per page; show toasts
 * with sonner's `toast`.
 */
export function Toaster() {
  const layer = useRef<HTMLDivElement>(null);
  const { toasts } = useSonner();
  const count = toasts.length;

  useEffect(() => {
    if (layer.current) moveToTopLayer(layer.current, count > 0);
  }, [count]);

  return (
    <div className={s.layer} popover="manual" ref={layer}>
      <Sonner
        expand
        position="top-center"
        duration={TOAST_DURATION_MS}
        visibleToasts={MAX_TOASTS}
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

// A modal dialog is in the browser's top layer, above every z-index. Reopening the popover moves the toasts above it.
function moveToTopLayer(layer: HTMLElement, isShown: boolean) {
  if (typeof layer.showPopover !== 'function') return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  if (isShown) layer.showPopover();
}
