import type { ReactNode } from 'react';
import { readStored, useStored } from './storage.ts';
import { toasts } from './toasts.ts';

/** Seed §5, §8: a click whose code is not held. */
export const NOT_PERMITTED = '权限不足！';

/**
 * Whether the person holds a permission code (seed §5, §6), live. Throws "need roles!" without a code:
 * a forgotten code is the developer's error, not everybody's permission.
 */
export function usePermit(code: string): boolean {
  requireCode(code);
  return isCovered(code, useStored('menuIds'));
}

/** Display rule (seed §5): its children are there only for who holds `code`. */
export function Permit({ code, children }: { code: string; children: ReactNode }): ReactNode {
  return usePermit(code) ? children : null;
}

/**
 * Action rule (seed §5): the returned handler runs `action` only if `code` is held at that moment;
 * otherwise the warning 权限不足！ appears.
 */
export function usePermittedAction<A extends unknown[]>(
  code: string,
  action: (...args: A) => void,
): (...args: A) => void {
  requireCode(code);
  return (...args) => {
    if (isCovered(code, readStored('menuIds'))) action(...args);
    else toasts.warning(NOT_PERMITTED);
  };
}

// The administrator's one code stands for every other, as it does on the server.
const isCovered = (code: string, held: readonly string[] | undefined): boolean =>
  held !== undefined && (held.includes(code) || held.includes('*'));

function requireCode(code: string): void {
  if (!code) throw new Error('need roles!');
}
