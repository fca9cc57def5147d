import { App, Button } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { useUser } from '#client/stores.ts';
import { toasts } from '#client/toasts.ts';
import type { MemberDetail } from '#features/identity/members/schema.ts';
import { call } from '../../../api.ts';
import s from '../people.module.css';
import { ReasonDialog } from '../reason-dialog.tsx';

/** Shuts an account, opens it again, ends its sessions. One's own, and staff without the right to, are left alone. */
export function MemberActs({ member, onChanged }: { member: MemberDetail; onChanged: () => void }) {
  const { modal } = App.useApp();
  const [isBlocking, setIsBlocking] = useState(false);
  const ownId = useUser(({ userInfo }) => userInfo?.id);
  const mayManageStaff = usePermit('staff.manage');
  if (member.id === ownId) return <p className={s.quiet}>这是你自己的账号，停用与退出要请同事来做。</p>;
  if (member.roles.length > 0 && !mayManageStaff)
    return <p className={s.quiet}>对方是编辑部成员，停用与退出需要“员工与角色”权限。</p>;
  const ask = (title: string, content: string, act: () => Promise<unknown>, done: string) =>
    modal.confirm({
      title,
      content,
      okText: title.slice(0, 2),
      onOk: async () => {
        try {
          await act();
          toasts.success(done);
          onChanged();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  const body = { id: member.id };
  return (
    <div className={s.acts}>
      {member.blockedAt ? (
        <Button
          onClick={() =>
            ask(
              `恢复${member.name}的账号？`,
              '对方可以重新登录，之前的登录不会回来。',
              () => call('POST /admin/member/unblock', { body }),
              '账号已恢复',
            )
          }
        >
          恢复账号
        </Button>
      ) : (
        <Button danger onClick={() => setIsBlocking(true)}>
          停用账号
        </Button>
      )}
      <Button
        disabled={member.sessions.length === 0}
        onClick={() =>
          ask(
            `退出${member.name}的全部登录？`,
            '所有设备立即回到未登录的状态，账号照常可用。',
            () => call('POST /admin/member/signOut', { body }),
            '已退出全部登录',
          )
        }
      >
        退出全部登录
      </Button>
      {isBlocking && (
        <ReasonDialog
          title={`停用${member.name}的账号`}
          verb="停用"
          warning="所有登录立即结束，不能再登录，直到恢复；打开着的页面会变成游客看到的样子。"
          isDanger
          onClose={() => setIsBlocking(false)}
          onSubmit={async (reason) => {
            await call('POST /admin/member/block', { body: { ...body, reason } });
            setIsBlocking(false);
            toasts.success('账号已停用');
            onChanged();
          }}
        />
      )}
    </div>
  );
}
