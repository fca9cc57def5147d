import { type ReactNode, useRef } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { useIsLoggedIn } from '#client/session.ts';
import { Void } from '#ui/states/void.tsx';

/** A screen for who holds `code`; everybody else is told so in its place. A session that ends leaves it as it is. */
export function Needs({ code, children }: { code: string; children: ReactNode }) {
  const isPermitted = usePermit(code);
  const isLoggedIn = useIsLoggedIn();
  const wasPermitted = useRef(isPermitted);
  if (isLoggedIn) wasPermitted.current = isPermitted;
  if (wasPermitted.current) return children;
  return (
    <Void title="权限不足" level={1}>
      <p>这一页需要你的账号没有的权限，可以请管理员开通。</p>
    </Void>
  );
}
