import { useEffect, useState } from 'react';
import { loginAddress } from '#client/return-path.ts';
import { followSession } from '#client/session.ts';
import { useStored } from '#client/storage.ts';
import { currentAddress } from '../api.ts';
import { Floats } from './floats.tsx';
import { NotStaff } from './not-staff.tsx';
import { Shell } from './shell.tsx';

/**
 * Who may come in: somebody logged in who holds any permission code. Each call checks its own all the same. A session
 * that ends later takes nobody's desk away: a dialog says so over it, and what is unsaved is kept in the browser.
 */
export function Gate() {
  const isLoggedIn = useStored('token') !== undefined;
  const isStaff = (useStored('menuIds') ?? []).length > 0;
  const [isIn, setIsIn] = useState(isLoggedIn);
  useEffect(followSession, []);
  useEffect(() => {
    if (isLoggedIn) setIsIn(true);
    else if (!isIn) location.replace(loginAddress(currentAddress()));
  }, [isLoggedIn, isIn]);
  return (
    <>
      {!isIn ? <p className="vh">正在前往登录 …</p> : isStaff || !isLoggedIn ? <Shell /> : <NotStaff />}
      <Floats />
    </>
  );
}
