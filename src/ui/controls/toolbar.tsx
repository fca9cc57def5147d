import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

export interface ToolbarProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

const buttonsOf = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLButtonElement>('button:enabled')];

/** Buttons that share one tab stop; arrow keys, Home and End move among them (ARIA Authoring Practices, toolbar). */
export function Toolbar({ label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<Element>(null);

  function updateTabStop() {
    const buttons = bar.current ? buttonsOf(bar.current) : [];
    const tabStop = buttons.find((button) => button === lastFocused.current) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === tabStop ? 0 : -1;
  }
  // Runs on every render: buttons may have appeared or disappeared.
  useLayoutEffect(updateTabStop);

  function onFocus(event: FocusEvent) {
    lastFocused.current = event.target;
    updateTabStop();
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!(event.target instanceof HTMLButtonElement)) return;
    const buttons = buttonsOf(event.currentTarget);
    const index = buttons.indexOf(event.target);
    const target = {
      ArrowRight: buttons[(index + 1) % buttons.length],
      ArrowLeft: buttons.at(index - 1),
      Home: buttons[0],
      End: buttons.at(-1),
    }[event.key];
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <div
      ref={bar}
      className={className}
      role="toolbar"
      aria-label={label}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
