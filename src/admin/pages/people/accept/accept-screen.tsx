import { Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { loginAddress } from '#client/return-path.ts';
import { followSession } from '#client/session.ts';
import { useStored } from '#client/storage.ts';
import { useUser } from '#client/stores.ts';
import type { InvitationLook } from '#features/identity/staff/schema.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { call, client, portal } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { faultOf, useLoad } from '../../../parts/use-load.ts';
import { useTitle } from '../../../parts/use-title.ts';
import { Floats } from '../../../shell/floats.tsx';
import { holdPermissions } from '../../../shell/permissions.ts';
import s from '../people.module.css';
import { forgetToken, takeToken } from './invitation-token.ts';

/** What somebody sees who opens an invitation's link: who invites to what, and a button to accept as who is logged in. */
export function Screen() {
  useTitle('邀请');
  useEffect(followSession, []);
  const [token, setToken] = useState(takeToken);
  // Another link, opened in the same tab, changes only what stands behind the #.
  useEffect(() => {
    const follow = () => setToken(takeToken());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return (
    <>
      <main className={s.bare}>
        {token === undefined ? (
          <Void
            title="链接不完整"
            level={1}
            actions={
              <ButtonLink size="s" href="/index">
                回到首页
              </ButtonLink>
            }
          >
            <p>请把邀请链接完整地复制到地址栏，或向邀请人再要一个。</p>
          </Void>
        ) : (
          <Offer token={token} />
        )}
      </main>
      <Floats />
    </>
  );
}

function Offer({ token }: { token: string }) {
  const { data, fault, reload } = useLoad(token, (signal) =>
    call('POST /reception/lookInvitation', { body: { token }, silent: true, signal }),
  );
  if (fault?.status === 404 || fault?.status === 409)
    return (
      <Void
        title="这份邀请不能用了"
        level={1}
        actions={
          <ButtonLink size="s" href="/index">
            回到首页
          </ButtonLink>
        }
      >
        <p>{fault.message}</p>
      </Void>
    );
  if (fault) return <Failed level={1} message={fault.message} onRetry={reload} />;
  if (!data) return <Skeleton active />;
  return <Sheet token={token} offer={data} />;
}

function Sheet({ token, offer }: { token: string; offer: InvitationLook }) {
  const isLoggedIn = useStored('token') !== undefined;
  return (
    <section className={s.sheet}>
      <p className={s.quiet}>{portal.name}编辑部</p>
      <h1>
        {offer.name}，{offer.invitedBy}邀请你加入编辑部
      </h1>
      <dl className={s.facts}>
        <dt>角色</dt>
        <dd>
          <span className={s.chips}>
            {offer.roles.map((name) => (
              <Chip key={name} tone="info">
                {name}
              </Chip>
            ))}
          </span>
        </dd>
        <dt>有效至</dt>
        <dd>{showTime(offer.expiresAt)}</dd>
        {offer.mobile && (
          <>
            <dt>发给</dt>
            <dd>{offer.mobile}，要用这个手机号的账号接受</dd>
          </>
        )}
      </dl>
      {isLoggedIn ? <Accept token={token} /> : <LogInFirst />}
    </section>
  );
}

function LogInFirst() {
  return (
    <>
      <p>登录后接受；还没有账号的话，先用手机号注册一个。</p>
      <ButtonLink tone="ink" href={loginAddress('/admin/invitation')}>
        登录或注册
      </ButtonLink>
    </>
  );
}

function Accept({ token }: { token: string }) {
  const name = useUser(({ userInfo }) => userInfo?.name);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const accept = async () => {
    setIsBusy(true);
    setFault(undefined);
    try {
      const { menuIds } = await call('POST /member/acceptInvitation', { body: { token }, silent: true });
      forgetToken();
      holdPermissions(menuIds);
      location.assign('/admin');
    } catch (error) {
      setFault(faultOf(error).message);
      setIsBusy(false);
    }
  };
  const change = async () => {
    await client.account.logOut();
    location.assign(loginAddress('/admin/invitation'));
  };
  return (
    <>
      <p>
        将以 <span className={s.name}>{name}</span> 的账号接受。
      </p>
      {fault && <p role="alert">{fault}</p>}
      <div className={s.acts}>
        <Button tone="ink" disabled={isBusy} onClick={() => void accept()}>
          接受邀请
        </Button>
        <Button onClick={() => void change()}>换一个账号</Button>
      </div>
    </>
  );
}
