import { useEffect } from 'react';
import { loginAddress } from '#client/return-path.ts';
import { followSession } from '#client/session.ts';
import { useStored } from '#client/storage.ts';
import { currentAddress } from '../api.ts';
import { Floats } from './floats.tsx';
import { NotStaff } from './not-staff.tsx';
import { Shell } from './shell.tsx';

/** Who may come in: somebody logged in who holds any permission code. Each call checks its own all the same. */
export function Gate() {
  const isLoggedIn = useStored('token') !== undefined;
  const codes = useStored('menuIds') ?? [];
  useEffect(followSession, []);
  useEffect(() => {
    if (!isLoggedIn) location.replace(loginAddress(currentAddress()));
  }, [isLoggedIn]);
  return (
    <>
      {isLoggedIn ? codes.length > 0 ? <Shell /> : <NotStaff /> : <p className="vh">正在前往登录 …</p>}
      <Floats />
    </>
  );
}
