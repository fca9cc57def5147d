import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useStored } from '#client/storage.ts';
import { isComposing } from '#ui/composing.ts';

/**
 * The single-key shortcuts of the site: `/` focuses the search, `j` and `k` move through a list, `?` shows the keys;
 * Enter opens the focused headline as in any list of links. They do nothing while the reader types, with a modifier, in
 * a dialog, or when switched off (WCAG 2.1.4).
 */
export function useKeys(isOn: boolean, onHelp: () => void): void {
  const navigate = useNavigate();
  const isOff = useStored('keysOff') ?? false;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event))
      return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    const action = {
      '/': () => focusSearch() || navigate('/search'),
      // What a Chinese input method makes of the keys.
      '、': () => focusSearch() || navigate('/search'),
      '?': onHelp,
      '？': onHelp,
      j: () => moveInList(1),
      k: () => moveInList(-1),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    void action();
  });
  const isListening = isOn && !isOff;
  useEffect(() => {
    if (!isListening) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isListening]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select') !== null);

/** @returns false if no search field is visible, as in the header of a phone */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('[role="search"] input[type="search"]');
  const field = [...fields].find((candidate) => candidate.checkVisibility());
  field?.focus();
  return field !== undefined;
}

/** Focuses the headline of the next or previous story; at first that of the topmost story on screen. */
function moveInList(step: 1 | -1): void {
  // The article that a detail page shows is no story of a list.
  const stories = [...document.querySelectorAll<HTMLElement>('main article:not(:has(h1))')].filter((story) =>
    findHeadline(story),
  );
  const current = stories.findIndex((story) => story.contains(document.activeElement));
  const topmost = stories.findIndex((story) => story.getBoundingClientRect().top >= 0);
  const next = stories[current === -1 ? topmost : current + step];
  if (!next) return;
  findHeadline(next)?.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'center' });
}

const findHeadline = (story: HTMLElement): HTMLAnchorElement | null => story.querySelector(':is(h2, h3) a');
