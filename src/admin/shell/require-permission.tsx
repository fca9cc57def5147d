import { type ReactNode, useRef } from 'react';
import { useMayOpen } from '#client/permissions.tsx';
import { useIsLoggedIn } from '#client/session.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { Entry } from './menu-entries.ts';

/** Renders the screen for members who may open its menu entry, else an empty state. The screen stays if the session ends. */
export function RequirePermission({ entry, children }: { entry: Entry; children: ReactNode }) {
  const isPermitted = useMayOpen()(entry);
  const isLoggedIn = useIsLoggedIn();
  const wasPermitted = useRef(isPermitted);
  if (isLoggedIn) wasPermitted.current = isPermitted;
  if (wasPermitted.current) return children;
  return (
    <EmptyState title="权限不足" level={1}>
      <p>这一页需要你的账号没有的权限，可以请管理员开通。</p>
    </EmptyState>
  );
}
