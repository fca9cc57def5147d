import { computePosition, flip, offset, shift } from '@floating-ui/dom';
import { type ReactNode, useEffect, useRef } from 'react';
import s from './editor.module.css';

/**
 * Shows the `data-tip` of a button inside while the pointer is on it or the keyboard has reached it. Escape hides it (WCAG
 * 1.4.13). A screen reader has the button's own name.
 */
export function ToolTips({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => (area.current && tip.current ? watch(area.current, tip.current) : undefined), []);
  return (
    <div ref={area} className={s.tipped}>
      {children}
      <div ref={tip} popover="manual" className={s.tip} aria-hidden="true" />
    </div>
  );
}

function watch(area: HTMLElement, tip: HTMLElement): () => void {
  const listening = new AbortController();
  const on = (types: string[], handle: (event: Event) => void) => {
    for (const type of types) area.addEventListener(type, handle, { signal: listening.signal });
  };
  const hide = () => tip.hidePopover();
  on(['pointerover', 'focusin'], ({ type, target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    if (!button) return hide();
    if (type === 'focusin' && !button.matches(':focus-visible')) return;
    tip.textContent = button.dataset.tip ?? '';
    tip.showPopover();
    void place(button, tip);
  });
  on(['pointerleave', 'focusout', 'click', 'keydown'], hide);
  return () => listening.abort();
}

async function place(button: HTMLElement, tip: HTMLElement): Promise<void> {
  const { x, y } = await computePosition(button, tip, {
    strategy: 'fixed',
    placement: 'bottom',
    middleware: [offset(6), flip(), shift({ padding: 8 })],
  });
  Object.assign(tip.style, { left: `${x}px`, top: `${y}px` });
}
