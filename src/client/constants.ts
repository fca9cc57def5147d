/**
 * The numbers of the seed's §9 (and §1, §2, §4, §5 where named), in one place.
 * Times are milliseconds. `src/ui/tokens.css` repeats the layer base and the avatar size, because CSS cannot read
 * this file; a test compares them.
 */

/** Base address of every call (seed §7: "one configured base address"). */
export const BASE_ADDRESS = '/api';
/** Client credential `id:secret` sent as Basic authorization (seed §7; a setting). */
export const CLIENT_CREDENTIAL = 'guanlan:guanlan';
/** Tenant sent with every call (seed §7; a setting). */
export const TENANT_ID = '000000';
/** A call is given up after this long (seed §9). */
export const CALL_TIMEOUT_MS = 60_000;

/** From the warning of a dead session to /login (seed §4, §9). */
export const LOGIN_REDIRECT_DELAY_MS = 1500;
/** A press shorter than this is a click, not the start of a selection (seed §5, §9). */
export const SHORT_CLICK_MS = 200;

/** Progress bar of a navigation (seed §9). */
export const PROGRESS = { minimum: 0.3, speed: 500, trickleSpeed: 200, showSpinner: false } as const;

/** Toasts on screen at once (seed §1, §9). */
export const TOASTS_AT_ONCE = 3;
/** How long a toast stays (seed §9). */
export const TOAST_DURATION_MS = 3000;
/** A badge shows `99+` above this (seed §9). */
export const BADGE_MAXIMUM = 99;
/** Edge of an avatar when nothing else is said, in px (seed §9). */
export const DEFAULT_AVATAR_SIZE = 24;
/** z-index the floating layers start from (seed §9). */
export const BASE_LAYER_INDEX = 2000;
/** A loading mask stays this long after the last work ended, so it does not flicker (seed §9). */
export const MASK_CLOSE_DELAY_MS = 400;

/** listOrder of entries the menu never shows (seed §2, §9). */
export const HIDDEN_LIST_ORDER = 999_999_999;
