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
  return useStored('menuIds')?.includes(code) ?? false;
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
    if (readStored('menuIds')?.includes(code)) action(...args);
    else toasts.warning(NOT_PERMITTED);
  };
}

function requireCode(code: string): void {
  if (!code) throw new Error('need roles!');
}
