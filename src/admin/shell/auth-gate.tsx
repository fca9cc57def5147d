import { useEffect, useState } from 'react';
import { loginAddress } from '#client/return-path.ts';
import { savePermissions, syncSession } from '#client/session.ts';
import { useStored } from '#client/storage.ts';
import type { Profile } from '#features/identity/account/schema.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { currentAddress } from '../api.ts';
import { queryClient, type Read, useRead } from '../parts/data.ts';
import { Loaded } from '../parts/layout/loaded.tsx';
import { useTitle } from '../parts/use-title.ts';
import s from './bare.module.css';
import { Overlays } from './overlays.tsx';
import { Shell } from './shell.tsx';

/**
 * Admits logged-in members who hold any permission code; every call checks its own permission on the server. If the
 * session ends later, the screen stays until the log-in opens; unsaved input stays in the browser.
 */
export function AuthGate() {
  const isLoggedIn = useStored('token') !== undefined;
  const [wasLoggedIn, setWasLoggedIn] = useState(isLoggedIn);
  const userId = useStored('token')?.user.id;
  useEffect(syncSession, []);
  // One member's responses must not be shown to another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the member changes.
  useEffect(() => () => queryClient.clear(), [userId]);
  useEffect(() => {
    if (isLoggedIn) setWasLoggedIn(true);
    else if (!wasLoggedIn) location.replace(loginAddress(currentAddress()));
  }, [isLoggedIn, wasLoggedIn]);
  return (
    <>
      {wasLoggedIn ? <StaffGate /> : <p className="vh">正在前往登录 …</p>}
      <Overlays />
    </>
  );
}

/**
 * The shell, or the reason for refusing access. Permissions may have changed since login, so it loads the profile
 * before it refuses anyone.
 */
function StaffGate() {
  const userId = useStored('token')?.user.id;
  const isStaff = (useStored('menuIds') ?? []).length > 0;
  const profile = useOwnProfile(userId);
  if (isStaff || userId === undefined) return <Shell />;
  return (
    <Loaded read={profile} noun="账号" level={1} fallback={<p className="vh">正在打开 …</p>}>
      {({ roleNames, hasTotp }) =>
        roleNames.length > 0 && !hasTotp ? <TotpRequired roleNames={roleNames} /> : <NotStaff />
      }
    </Loaded>
  );
}

function NotStaff() {
  useTitle('没有后台权限');
  return (
    <main className={s.bare}>
      <EmptyState
        title="这个账号不能进入后台"
        level={1}
        actions={
          <>
            <ButtonLink tone="ink" size="s" href="/index">
              回到首页
            </ButtonLink>
            <ButtonLink size="s" href="/login">
              换一个账号
            </ButtonLink>
          </>
        }
      >
        <p>
          403：后台只对编辑部的成员开放。如果你是编辑部的成员，请让管理员为这个账号分配角色，然后刷新这一页。
        </p>
      </EmptyState>
    </main>
  );
}

/**
 * Loads the logged-in member's profile and updates the stored permissions: roles can change during a session, and an
 * outdated menu would show screens the member may no longer open.
 */
function useOwnProfile(userId: string | undefined): Read<Profile> {
  const read = useRead('GET /member/profile', undefined, { isEnabled: userId !== undefined });
  const codes = read.data?.menuIds;
  useEffect(() => {
    if (codes) savePermissions(codes);
  }, [codes]);
  return read;
}

/** Shown to staff who must have a second factor but have not set it up. */
function TotpRequired({ roleNames }: { roleNames: readonly string[] }) {
  useTitle('先开启两步验证');
  return (
    <main className={s.bare}>
      <EmptyState
        title="先开启两步验证"
        level={1}
        actions={
          <>
            <ButtonLink tone="ink" size="s" href="/personal/security">
              去开启
            </ButtonLink>
            <ButtonLink size="s" href="/index">
              回到首页
            </ButtonLink>
          </>
        }
      >
        <p>
          你的角色是{roleNames.join('、')}
          。编辑部的账号要有两步验证才能进入后台：在手机上装一个验证器，扫码，填入 6
          位数字，一两分钟就好。开启之后回到这里。
        </p>
      </EmptyState>
    </main>
  );
}
