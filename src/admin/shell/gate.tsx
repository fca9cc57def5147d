import { useEffect, useState } from 'react';
import { loginAddress } from '#client/return-path.ts';
import { followSession } from '#client/session.ts';
import { useStored } from '#client/storage.ts';
import { Failed } from '#ui/states/void.tsx';
import { currentAddress } from '../api.ts';
import { Floats } from './floats.tsx';
import { NotStaff } from './not-staff.tsx';
import { useSelf } from './permissions.ts';
import { Shell } from './shell.tsx';
import { TotpDue } from './totp-due.tsx';

/**
 * Who may come in: somebody logged in who holds any permission code. Each call checks its own all the same. A session
 * that ends later takes nobody's desk away: a dialog says so over it, and what is unsaved is kept in the browser.
 */
export function Gate() {
  const isLoggedIn = useStored('token') !== undefined;
  const [isIn, setIsIn] = useState(isLoggedIn);
  useEffect(followSession, []);
  useEffect(() => {
    if (isLoggedIn) setIsIn(true);
    else if (!isIn) location.replace(loginAddress(currentAddress()));
  }, [isLoggedIn, isIn]);
  return (
    <>
      {isIn ? <Inside /> : <p className="vh">正在前往登录 …</p>}
      <Floats />
    </>
  );
}

/** The desk, or why not: what was known at the log-in may have changed, so nobody is turned away before that is asked. */
function Inside() {
  const userId = useStored('token')?.user.id;
  const isStaff = (useStored('menuIds') ?? []).length > 0;
  const { data, fault, isLoading, reload } = useSelf(userId);
  if (isStaff || userId === undefined) return <Shell />;
  if (fault) return <Failed level={1} message={fault.message} onRetry={reload} />;
  if (isLoading || !data) return <p className="vh">正在打开 …</p>;
  if (data.roleNames.length > 0 && !data.hasTotp) return <TotpDue roleNames={data.roleNames} />;
  return <NotStaff />;
}
