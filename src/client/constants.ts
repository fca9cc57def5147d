/**
 * The numbers of docs/product.md §9 (and §1, §2, §4, §5 where named). Times are in milliseconds. `src/ui/tokens.css`
 * repeats the base layer and the avatar size, because CSS cannot read this file; a test compares them.
 */

/** Base address of every call (docs/product.md §7: "one configured base address"). */
export const BASE_ADDRESS = '/api';
/** Client credential `id:secret` sent as Basic authorization (docs/product.md §7; configurable). */
export const CLIENT_CREDENTIAL = 'guanlan:guanlan';
/** Tenant sent with every call (docs/product.md §7; configurable). */
export const TENANT_ID = '000000';
/** Time-out of a call (docs/product.md §9). */
export const CALL_TIMEOUT_MS = 60_000;

/** From the warning about an ended session to the redirect to /login (docs/product.md §4, §9). */
export const LOGIN_REDIRECT_DELAY_MS = 1500;
/** A press shorter than this is a click, not the start of a selection (docs/product.md §5, §9). */
export const SHORT_CLICK_MS = 200;

/** Progress bar of a navigation (docs/product.md §9). */
export const PROGRESS = { minimum: 0.3, speed: 500, trickleSpeed: 200, showSpinner: false } as const;

/** Maximum number of toasts on screen (docs/product.md §1, §9). */
export const MAX_TOASTS = 3;
/** How long a toast stays (docs/product.md §9). */
export const TOAST_DURATION_MS = 3000;
/** A badge shows `99+` above this (docs/product.md §9). */
export const MAX_BADGE_COUNT = 99;
/** Default width and height of an avatar, in px (docs/product.md §9). */
export const DEFAULT_AVATAR_SIZE = 24;
/** z-index at which the floating layers begin (docs/product.md §9). */
export const BASE_LAYER_INDEX = 2000;
/** How long work must take before the loading mask covers the page (docs/product.md §9). */
export const MASK_OPEN_DELAY_MS = 300;
/** How long a loading mask stays after the last task ended, so that it does not flicker (docs/product.md §9). */
export const MASK_CLOSE_DELAY_MS = 400;
