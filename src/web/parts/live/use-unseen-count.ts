import { useEffect } from 'react';
import { readColour } from '#ui/read-colour.ts';

/**
 * While the tab is hidden, shows in its title and icon how many new items wait; restores both when the tab is shown.
 * A count of 0 shows nothing.
 */
export function useUnseenCount(count: number): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const [title, iconAddress] = [document.title, icon?.getAttribute('href')];
    if (count === 0) return;
    const show = (newTitle: string, newIcon: string | null | undefined) => {
      document.title = newTitle;
      if (icon && newIcon) icon.setAttribute('href', newIcon);
    };
    const update = () => {
      if (document.visibilityState === 'hidden') show(`(${count}) ${title}`, drawIcon(count));
      else show(title, iconAddress);
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      show(title, iconAddress);
    };
  }, [count]);
}

/** The number in white on the accent of the site. */
function drawIcon(count: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><rect width="44" height="44" rx="8" fill="${readColour('accent-fill')}"/><text x="22" y="32" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${count > 9 ? 26 : 30}" fill="#fff">${count}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
