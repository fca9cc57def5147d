import { type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { useClient } from '../../client-context.ts';
import s from './reading-position.module.css';
import { countAbove, findBlockAfter, goToBlock } from './text-places.ts';

/** Posts shorter than this (characters) are read in one go. */
export const minRememberedWords = 1500;

const measureMs = 500;
const saveMs = 10_000;

type ReadingPositionProps = { postId: string; container: RefObject<HTMLElement | null> };

/**
 * Saves how far a member has read a long post, and offers to continue there on their next visit, on any device. Until
 * they take or pass the offer, nothing is saved, so that a look at the beginning does not lose the place.
 */
export function ReadingPosition({ postId, container }: ReadingPositionProps) {
  const client = useClient();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const isOffered = useRef(true);
  isOffered.current = target !== null;
  const [isLoaded, setIsLoaded] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    client()
      .call('GET /member/readingPosition', { query: { id: postId }, silent: true })
      .then(({ position }) => {
        if (isCurrent && container.current) setTarget(findOffered(container.current, position));
      })
      .catch(() => undefined)
      .finally(() => isCurrent && setIsLoaded(true));
    return () => {
      isCurrent = false;
    };
  }, [client, container, postId]);

  useEffect(() => {
    if (!isLoaded) return;
    const save = (position: number) =>
      client()
        .call('POST /member/saveReadingPosition', { body: { id: postId, position }, silent: true })
        .catch(() => undefined);
    return watchPosition(container, {
      save,
      isPaused: () => isOffered.current,
      onMove: () =>
        setTarget((current) =>
          current && current.getBoundingClientRect().top < window.innerHeight ? null : current,
        ),
    });
  }, [client, container, postId, isLoaded]);

  if (!target) return null;
  const go = () => {
    setTarget(null);
    goToBlock(target);
  };
  return (
    <aside className={s.offer} aria-label="阅读位置">
      <button type="button" className={s.go} onClick={go}>
        <Icon name="down" size="s" />
        从上次读到的位置继续
      </button>
      <button type="button" className={s.close} aria-label="不用，从头读" onClick={() => setTarget(null)}>
        <Icon name="close" size="s" />
      </button>
    </aside>
  );
}

/**
 * Returns the block to offer; null at the start, on the first screen, on the last one, and if the reader is already
 * elsewhere, for example where they bought the post.
 */
function findOffered(container: HTMLElement, position: number): HTMLElement | null {
  const block = position > 0 ? findBlockAfter(container, position) : null;
  if (!block || window.scrollY > window.innerHeight / 2 || container.contains(document.activeElement))
    return null;
  const { top } = block.getBoundingClientRect();
  const isOnFirstScreen = top + window.scrollY < window.innerHeight;
  const isOnLastScreen = container.getBoundingClientRect().bottom - top < window.innerHeight;
  return isOnFirstScreen || isOnLastScreen ? null : block;
}

type Watch = { save: (position: number) => void; isPaused: () => boolean; onMove: () => void };

/** Saves the position while the reader scrolls, at most every `saveMs`, and when they leave. Returns how to stop. */
function watchPosition(
  container: RefObject<HTMLElement | null>,
  { save, isPaused, onMove }: Watch,
): () => void {
  let measured: number | null = null;
  let saved: number | null = null;
  let measureTimer: ReturnType<typeof setTimeout> | undefined;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(saveTimer);
    saveTimer = undefined;
    if (measured === null || measured === saved) return;
    saved = measured;
    save(measured);
  };
  const measure = () => {
    measureTimer = undefined;
    onMove();
    if (!container.current || isPaused()) return;
    measured = positionIn(container.current);
    saveTimer ??= setTimeout(flush, saveMs);
  };
  const onScroll = () => {
    measureTimer ??= setTimeout(measure, measureMs);
  };
  const onHide = () => document.hidden && flush();
  window.addEventListener('scroll', onScroll, { passive: true });
  document.addEventListener('visibilitychange', onHide);
  return () => {
    window.removeEventListener('scroll', onScroll);
    document.removeEventListener('visibilitychange', onHide);
    clearTimeout(measureTimer);
    flush();
  };
}

/** Returns the position of the first visible block; 0 once the end of the text is on screen. */
function positionIn(container: HTMLElement): number {
  if (container.getBoundingClientRect().bottom <= window.innerHeight) return 0;
  // Lines behind the sticky navigation are not visible.
  return countAbove(container, 80);
}
