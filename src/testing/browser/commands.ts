import { defineBrowserCommand } from '@vitest/browser-playwright';

/** Changes what the browser says of its reader's preferences, for the tests of one file. */
export const emulateMedia = defineBrowserCommand<[{ colorScheme: 'light' | 'dark' }]>(
  async ({ page }, media) => {
    await page.emulateMedia(media);
  },
);

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: (media: { colorScheme: 'light' | 'dark' }) => Promise<void>;
  }
}
