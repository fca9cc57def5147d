import type { ReactNode } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { Void } from '#ui/states/void.tsx';

/** A screen for who holds `code`; everybody else is told so in its place. */
export function Needs({ code, children }: { code: string; children: ReactNode }) {
  if (usePermit(code)) return children;
  return (
    <Void title="权限不足" level={1}>
      <p>这一页需要你的账号没有的权限，可以请管理员开通。</p>
    </Void>
  );
}
