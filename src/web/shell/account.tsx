import { useNavigate } from 'react-router';
import { useStored } from '#client/storage.ts';
import { type UserInfo, useDataCount } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import { Menu } from '#ui/controls/menu.tsx';
import { ToolLink } from '#ui/controls/tool-link.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { formatBadge } from '#ui/display/badge.tsx';
import { useClient } from '../client-context.ts';
import { useIsOff, useSiteContext } from '../site.ts';

const messagesPath = '/personal/messages';

/** The right end of the masthead for a member: messages, and the menu behind the avatar. */
export function Account({ user }: { user: UserInfo }) {
  const unread = useDataCount(({ msgNotReadCount }) => msgNotReadCount);
  const waiting = useDataCount(({ myApprovalCount }) => myApprovalCount);
  const avatar = useDataCount((counts) => counts.avatar) || user.avatar;
  const name = useDataCount((counts) => counts.name) || user.name;
  const mobile = useDataCount((counts) => counts.mobile);
  const [isVipOff, isWritingOff] = [useIsOff('vip'), useIsOff('references')];
  const logOut = useLogOut();
  const isStaff = (useStored('menuIds') ?? []).length > 0;
  return (
    <>
      <ToolLink
        className="not-phone"
        icon="bell"
        label={unread > 0 ? `消息，${formatBadge(unread)} 条未读` : '消息'}
        href={messagesPath}
        count={unread}
      />
      <Menu
        label={`${name}的账号`}
        trigger={<Avatar name={name} src={avatar || null} />}
        head={
          <>
            {name}
            {mobile && <small className="fig">{mobile}</small>}
          </>
        }
        items={[
          // The back office is a separate application, so the browser navigates instead of the router.
          ...(isStaff
            ? [{ label: '后台', icon: 'pen' as const, onSelect: () => location.assign('/admin'), waiting }]
            : []),
          // For writers who are not staff: references that a reviewer sent back.
          ...(!isStaff && waiting > 0 && !isWritingOff
            ? [{ label: '我的内参', icon: 'pen' as const, href: '/personal/reference', waiting }]
            : []),
          { label: '个人中心', icon: 'user', href: '/personal' },
          ...(isVipOff ? [] : [{ label: 'VIP 会员', icon: 'vip' as const, href: '/membership' }]),
          { label: '我的收藏', icon: 'mark', href: '/personal/collect' },
          { label: '消息', icon: 'bell', href: messagesPath, unread },
          { label: '高级搜索', icon: 'search', href: '/index/search' },
          { label: '退出登录', onSelect: logOut, hasSeparator: true },
        ]}
      />
    </>
  );
}

function useLogOut(): () => void {
  const client = useClient();
  const { site } = useSiteContext();
  const navigate = useNavigate();
  return async () => {
    await client().account.logOut();
    await navigate(site.home);
    toasts.success('已退出登录');
  };
}
