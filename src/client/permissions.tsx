import type { ReactNode } from 'react';
import { readStored, useStored } from './storage.ts';
import { toasts } from './toasts.ts';

/** docs/product.md §5, §8: the warning for a click whose code is not held. */
export const NOT_PERMITTED = '权限不足！';

/**
 * Returns whether the member holds a permission code (docs/product.md §5, §6), live. Throws "need roles!" without a
 * code: a forgotten code is a programming error and must not permit everyone.
 */
export function usePermit(code: string): boolean {
  requireCode(code);
  return isCovered(code, useStored('menuIds'));
}

/** Display rule (docs/product.md §5): renders its children only if `code` is held. */
export function Permit({ code, children }: { code: string; children: ReactNode }): ReactNode {
  return usePermit(code) ? children : null;
}

/**
 * Action rule (docs/product.md §5): returns a handler that runs `action` only if `code` is held at that moment;
 * otherwise it shows the warning 权限不足！.
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

// The administrator's code `*` covers every other, as on the server.
const isCovered = (code: string, codes: readonly string[] | undefined): boolean =>
  codes !== undefined &&
  (codes.includes(code) ||
    codes.includes('*') ||
    (ownPostCodes.includes(code) && codes.includes('content.contribute')));

/** A contributor uses the same screens; the server limits them to posts of their own. */
const ownPostCodes: readonly string[] = ['content.view', 'content.edit'];

/** Whether the member may write posts of their own only. */
export const useIsContributor = (): boolean => isContributor(useStored('menuIds') ?? []);

const isContributor = (codes: readonly string[]): boolean =>
  codes.includes('content.contribute') &&
  !['content.view', 'content.edit', '*'].some((code) => codes.includes(code));

type Guarded = { permission: string | null; isForStaffOnly?: boolean };

/** Returns whether the member may open the screen of a menu entry. */
export function useMayOpen(): (entry: Guarded) => boolean {
  const codes = useStored('menuIds') ?? [];
  return ({ permission, isForStaffOnly }) =>
    (permission === null || isCovered(permission, codes)) && !(isForStaffOnly && isContributor(codes));
}

function requireCode(code: string): void {
  if (!code) throw new Error('need roles!');
}
