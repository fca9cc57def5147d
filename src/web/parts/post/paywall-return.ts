import { type RefObject, useEffect } from 'react';
import { usePayRequest } from '../pay/pay-request.ts';
import { countCharacters, findBlockAfter, goToBlock } from './text-places.ts';

// Session storage survives the gateway's page and a log-in that leaves the page, and ends with the tab.
const storageKey = 'paywall';
/** The saved place expires after 30 minutes. */
const lifetimeMs = 30 * 60_000;

type Place = { postId: string; length: number; at: number };

/**
 * Saves where the open part of a post ends, when a reader presses something that may unlock the rest: paying or logging
 * in. `openHtml` is the body they see.
 */
export function savePaywallPlace(postId: string, openHtml: string): void {
  const text = new DOMParser().parseFromString(openHtml, 'text/html').body.textContent;
  const place: Place = { postId, length: countCharacters(text), at: Date.now() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(place));
  } catch {
    // Without storage the reader looks for the line themselves.
  }
}

/**
 * Once a post is unlocked, scrolls to where the open part ended and moves the focus there, so that the reader continues
 * at the line they bought. `unlockedId`: the post whose whole body `container` shows, or null. Waits for the end of the
 * pay pop-up.
 */
export function usePaywallReturn(container: RefObject<HTMLElement | null>, unlockedId: string | null): void {
  const isPaying = usePayRequest(({ request }) => request !== null);
  useEffect(() => {
    if (unlockedId === null || isPaying || !container.current) return;
    const length = takePlace(unlockedId);
    const target = length === null ? null : findBlockAfter(container.current, length);
    if (target) goToBlock(target);
  }, [container, unlockedId, isPaying]);
}

/** Returns the saved length of this post's open part, once; null without one. */
function takePlace(postId: string): number | null {
  try {
    const place = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Place | null;
    if (place?.postId !== postId) return null;
    sessionStorage.removeItem(storageKey);
    return Date.now() - place.at < lifetimeMs ? place.length : null;
  } catch {
    return null;
  }
}
