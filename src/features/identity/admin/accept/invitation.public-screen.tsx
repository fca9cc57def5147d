import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, client, portal } from '#admin/api.ts';
import { messageOf, statusOf, useSend } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Facts, Quiet, Row } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { useTitle } from '#admin/parts/use-title.ts';
import { Overlays } from '#admin/shell/overlays.tsx';
import { loginAddress } from '#client/return-path.ts';
import { savePermissions, syncSession } from '#client/session.ts';
import { useStored } from '#client/storage.ts';
import { useUser } from '#client/stores.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { InvitationPreview } from '../../staff/schema.ts';
import s from '../people.module.css';
import { RoleChips } from '../role-chips.tsx';
import { deleteToken, readAndClearToken } from './invitation-token.ts';

/** Opens an invitation link: shows who invites to which roles, and accepts for the logged-in member. */
export function Screen() {
  useTitle('邀请');
  useEffect(syncSession, []);
  const [token, setToken] = useState(readAndClearToken);
  // Another link opened in the same tab changes only the URL fragment.
  useEffect(() => {
    const onHashChange = () => setToken(readAndClearToken());
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);
  return (
    <>
      <main className={s.bare}>
        {token === undefined ? (
          <UnusableInvitation
            title="链接不完整"
            reason="请把邀请链接完整地复制到地址栏，或向邀请人再要一个。"
          />
        ) : (
          <InvitationLoader token={token} />
        )}
      </main>
      <Overlays />
    </>
  );
}

const UnusableInvitation = ({ title, reason }: { title: string; reason: string }) => (
  <EmptyState
    title={title}
    level={1}
    actions={
      <ButtonLink size="s" href="/index">
        回到首页
      </ButtonLink>
    }
  >
    <p>{reason}</p>
  </EmptyState>
);

function InvitationLoader({ token }: { token: string }) {
  const read = useQuery({
    queryKey: ['POST /reception/lookInvitation', token],
    queryFn: ({ signal }) =>
      call('POST /reception/lookInvitation', { body: { token }, silent: true, signal }),
    // Never refetch: the server rejects the token after acceptance.
    staleTime: 'static',
  });
  const status = statusOf(read.error);
  if (status === 404 || status === 409)
    return <UnusableInvitation title="这份邀请不能用了" reason={messageOf(read.error)} />;
  return (
    <Loaded read={read} noun="邀请" level={1}>
      {(invitation) => <InvitationDetails token={token} invitation={invitation} />}
    </Loaded>
  );
}

function InvitationDetails({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const isLoggedIn = useStored('token') !== undefined;
  return (
    <section className={s.sheet}>
      <Quiet>{portal.name}编辑部</Quiet>
      <h1>
        {invitation.name}，{invitation.invitedBy}邀请你加入编辑部
      </h1>
      <Facts
        facts={[
          [
            '角色',
            <Row key="roles">
              <RoleChips names={invitation.roles} />
            </Row>,
          ],
          ['有效至', showTime(invitation.expiresAt)],
          ['发给', invitation.mobile && `${invitation.mobile}，要用这个手机号的账号接受`],
        ]}
      />
      {isLoggedIn ? <AcceptForm token={token} /> : <LogInPrompt />}
    </section>
  );
}

const LogInPrompt = () => (
  <>
    <p>登录后接受；还没有账号的话，先用手机号注册一个。</p>
    <ButtonLink tone="ink" href={loginAddress('/admin/invitation')}>
      登录或注册
    </ButtonLink>
  </>
);

function AcceptForm({ token }: { token: string }) {
  const name = useUser(({ userInfo }) => userInfo?.name);
  const [error, setError] = useState<string>();
  const { send, isSending } = useSend('POST /member/acceptInvitation', {
    onDone: ({ menuIds }) => {
      deleteToken();
      savePermissions(menuIds);
      location.assign('/admin');
    },
    onFailed: (error) => setError(messageOf(error)),
  });
  const changeAccount = async () => {
    await client.account.logOut();
    location.assign(loginAddress('/admin/invitation'));
  };
  return (
    <>
      <p>
        将以 <span className={s.name}>{name}</span> 的账号接受。
      </p>
      {error && <p role="alert">{error}</p>}
      <Row>
        <Button tone="ink" disabled={isSending} onClick={() => void send({ token })}>
          接受邀请
        </Button>
        <Button onClick={() => void changeAccount()}>换一个账号</Button>
      </Row>
    </>
  );
}
