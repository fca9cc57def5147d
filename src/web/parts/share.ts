import { type MouseEvent, type PointerEvent, useEffect, useState } from 'react';
import { copyText, useCopy } from '#client/copy.ts';
import { useSurroundings } from '../site.ts';

/** The handlers of a share control: spread them on a button. */
export type ShareHandlers = {
  onPointerDown: (event: PointerEvent) => void;
  onClick: (event: MouseEvent) => void;
};

/**
 * Shares a page of this site: on a phone through the system's own sheet, elsewhere by copying its address
 * (under the seed's copy rule). `path` begins with a slash.
 */
export function useShare(title: string, path: string): ShareHandlers {
  const { site } = useSurroundings();
  const [origin, setOrigin] = useState(site.url);
  useEffect(() => {
    if (site.url === '') setOrigin(location.origin);
  }, [site.url]);
  const url = origin + path;
  const copy = useCopy(url);
  return {
    onPointerDown: copy.onPointerDown,
    onClick: (event) => {
      if (hasShareSheet()) void shareBySheet(title, url);
      else copy.onClick(event);
    },
  };
}

// Desktop browsers have the sheet too, but there a copied address is what people want.
const hasShareSheet = (): boolean =>
  typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;

async function shareBySheet(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    const isPutAway = error instanceof DOMException && error.name === 'AbortError';
    if (!isPutAway) await copyText(url);
  }
}
