import { Drawer } from 'antd';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useLeaveQuestion } from '#client/leave-guard.ts';
import { readMemberStream } from '#client/member-stream.ts';
import { useDataCount, useUser } from '#client/stores.ts';
import type { StreamEvent } from '#features/notifications/schema.ts';
import { ThemeSwitch, ToolButton } from '#ui/controls/tool-link.tsx';
import { Logo } from '#ui/display/logo.tsx';
import { call, client, portal } from '../api.ts';
import { useConfirm } from '../parts/layout/confirm.tsx';
import { CommandPalette } from './command-palette.tsx';
import { Menu } from './menu.tsx';
import s from './shell.module.css';

export function Shell() {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  useMemberCounts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <div className={s.shell}>
      <a className={s.skip} href="#main">
        跳到内容
      </a>
      <header className={s.head}>
        <span className={s.opener}>
          <ToolButton icon="list" label="菜单" onClick={() => setIsOpen(true)} />
        </span>
        <a className={s.name} href="/index" aria-label={`${portal.name}首页`}>
          {portal.logo ? <Logo {...portal} className={s.logo} /> : portal.name}
        </a>
        <span className={s.room}>后台</span>
        <AccountBar />
      </header>
      <nav className={s.side} aria-label="后台菜单">
        <Menu />
      </nav>
      <Drawer open={isOpen} onClose={() => setIsOpen(false)} placement="left" size={260} title="菜单">
        <nav aria-label="后台菜单">
          <Menu />
        </nav>
      </Drawer>
      <main id="main" className={s.main} tabIndex={-1}>
        <LeaveGuard />
        <Outlet />
      </main>
    </div>
  );
}

function AccountBar() {
  const user = useUser(({ userInfo }) => userInfo);
  const logOut = async () => {
    await client.account.logOut();
    location.assign('/index');
  };
  return (
    <div className={s.person}>
      <CommandPalette />
      <ThemeSwitch />
      {user && (
        <span className={s.who}>
          {user.name}
          {user.roleName && <small>{user.roleName}</small>}
        </span>
      )}
      <button type="button" className={s.leave} onClick={() => void logOut()}>
        退出
      </button>
    </div>
  );
}

/** Asks before navigation away from changes that could not be saved. The shell mounts it once. */
function LeaveGuard() {
  const confirm = useConfirm();
  const { isOpen, leave, stay } = useLeaveQuestion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `leave` and `stay` act on the held navigation.
  useEffect(() => {
    if (!isOpen) return;
    const dialog = confirm({
      title: '有改动还没有保存',
      content: '这次的改动没有存到网站，离开后可能会丢掉。',
      okText: '不保存',
      cancelText: '继续编辑',
      onOk: leave,
      onCancel: stay,
    });
    return () => dialog.destroy();
  }, [isOpen, confirm]);
  return null;
}

/**
 * Keeps the member's counts (docs/product.md §3) in sync with the server: loads them when the event stream opens and on
 * every `approvals` event.
 */
function useMemberCounts(): void {
  useEffect(() => {
    const stopped = new AbortController();
    // A failed refresh shows no alert; the next event refreshes again.
    const refresh = () => {
      call('GET /member/dataCount', { silent: true, signal: stopped.signal }).then(
        ({ avatar, ...counts }) => {
          if (!stopped.signal.aborted) useDataCount.setState({ ...counts, avatar: avatar ?? '' });
        },
        () => undefined,
      );
    };
    const stop = readMemberStream({
      address: `${portal.apiBase}/member/stream`,
      client: portal.client,
      tenantId: portal.tenantId,
      token: client.session.freshToken,
      onOpen: refresh,
      onEvent: (event) => {
        if (((event ?? {}) as Partial<StreamEvent>).type === 'approvals') refresh();
      },
      isStillLoggedIn: () => call('GET /reception/isLogin', { silent: true }).catch(() => true),
    });
    return () => {
      stopped.abort();
      stop();
    };
  }, []);
}
