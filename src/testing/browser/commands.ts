import { defineBrowserCommand } from '@vitest/browser-playwright';
import type { MenuEntry } from '../../shared/admin-menu.ts';

type Media = { colorScheme: 'light' | 'dark'; media?: 'print' | 'screen' };

/** Changes the browser's media preferences, for the tests of one file. */
export const emulateMedia = defineBrowserCommand<[Media]>(async ({ page }, media) => {
  await page.emulateMedia(media);
});

/** Returns the back office's menu as the features declare it. */
export const adminMenu = defineBrowserCommand<[]>(async () => {
  // The URL is computed so that Vite does not follow it: the browser's bundle must not contain the server.
  const { features } = (await import(new URL('../../features/index.ts', import.meta.url).href)) as {
    features: { menu?: MenuEntry[] }[];
  };
  return features.flatMap(({ menu = [] }) => menu);
});

declare module 'vitest/browser' {
  interface BrowserCommands {
    adminMenu: () => Promise<MenuEntry[]>;
    emulateMedia: (media: Media) => Promise<void>;
  }
}
