import { useEffect, useState } from 'react';
import { loginAddress } from '#client/return-path.ts';
import { syncSession } from '#client/session.ts';
import { useStored } from '#client/storage.ts';
import { currentAddress } from '../api.ts';
import { queryClient } from '../parts/data.ts';
import { Loaded } from '../parts/layout/loaded.tsx';
import { NotStaff } from './not-staff.tsx';
import { Overlays } from './overlays.tsx';
import { useOwnProfile } from './own-permissions.ts';
import { Shell } from './shell.tsx';
import { TotpRequired } from './totp-required.tsx';

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
