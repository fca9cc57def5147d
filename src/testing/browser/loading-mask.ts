import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Locates the mask that covers the reader's site during a long action. */
export const loadingMask = () => page.getByRole('dialog', { name: '正在处理' });

/** Returns an answer that arrives once the loading mask covers the page; without a mask the call fails. */
export const behindMask =
  <T>(reply: T) =>
  async (): Promise<T> => {
    await expect.element(loadingMask()).toBeVisible();
    return reply;
  };
