import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '#ui/icon.tsx';
import { useLiveChoices } from './live-choices.ts';
import s from './new-items-bar.module.css';

export interface NewItemsBarProps {
  /** Number of new items that wait above the list. */
  count: number;
  onShow: () => void;
}

/**
 * The head of a live list. While it is on screen, new items enter by themselves; when the reader has scrolled past it,
 * or has switched 自动更新 off, a sticky bar says how many wait and leads up to them.
 */
export function NewItemsBar({ count, onShow }: NewItemsBarProps) {
  const head = useRef<HTMLDivElement>(null);
  const isPaused = useLiveChoices().isPaused ?? false;
  const [isHeadOnScreen, isTabVisible] = [useOnScreen(head), useTabVisible()];
  const [enteredCount, setEnteredCount] = useState(0);
  const isEntering = count > 0 && isHeadOnScreen && isTabVisible && !isPaused;

  const show = () => {
    setEnteredCount(count);
    onShow();
  };
  const onEnter = useEffectEvent(show);
  useEffect(() => {
    if (isEntering) onEnter();
  }, [isEntering]);

  return (
    <>
      <div ref={head} className={s.head} tabIndex={-1} />
      <div role="status" className={s.bar}>
        {count > 0 && !isEntering ? (
          <button
            type="button"
            onClick={() => {
              show();
              head.current?.focus({ preventScroll: true });
              head.current?.scrollIntoView({ block: 'start' });
            }}
          >
            <Icon name="up" size="s" />有 {count} 条新资讯
          </button>
        ) : (
          enteredCount > 0 && <span className="vh">新增 {enteredCount} 条资讯</span>
        )}
      </div>
    </>
  );
}

/** Returns whether any part of the element is in the viewport; false until the browser has reported it. */
function useOnScreen(element: RefObject<Element | null>): boolean {
  const [isOnScreen, setIsOnScreen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) =>
      setIsOnScreen(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOnScreen;
}

/** Returns whether the tab is visible. */
function useTabVisible(): boolean {
  return useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState !== 'hidden',
    () => true,
  );
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
