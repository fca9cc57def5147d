import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hiddenListOrder } from '#shared/menu.ts';
import * as constants from './constants.ts';

test('has the numbers of docs/product.md §9', () => {
  expect(constants).toMatchObject({
    CALL_TIMEOUT_MS: 60000,
    LOGIN_REDIRECT_DELAY_MS: 1500,
    PROGRESS: { minimum: 0.3, speed: 500, trickleSpeed: 200, showSpinner: false },
    SHORT_CLICK_MS: 200,
    DEFAULT_AVATAR_SIZE: 24,
    MAX_TOASTS: 3,
    TOAST_DURATION_MS: 3000,
    MAX_BADGE_COUNT: 99,
    BASE_LAYER_INDEX: 2000,
    MASK_OPEN_DELAY_MS: 300,
    MASK_CLOSE_DELAY_MS: 400,
  });
  expect(hiddenListOrder).toBe(999999999);
});

test('the design tokens use the same base layer and avatar size', () => {
  const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toContain(`--z-base: ${constants.BASE_LAYER_INDEX};`);
  expect(tokens).toContain(`--avatar: ${constants.DEFAULT_AVATAR_SIZE}px;`);
});
