import { Button } from 'antd';
import { useState } from 'react';
import { useSend } from '#admin/parts/data.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { usePermit } from '#client/permissions.tsx';
import { useUser } from '#client/stores.ts';
import type { MemberDetail } from '../../members/schema.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

/**
 * Blocks or unblocks an account or ends its sessions. Not available for one's own account, nor for staff accounts
 * without the permission.
 */
export function MemberActions({ member }: { member: MemberDetail }) {
  const ownId = useUser(({ userInfo }) => userInfo?.id);
  const mayManageStaff = usePermit('staff.manage');
  const signOut = useSend('POST /admin/member/signOut', { done: '已退出全部登录' });
  if (member.id === ownId) return <Quiet>这是你自己的账号，停用与退出要请同事来做。</Quiet>;
  if (member.roles.length > 0 && !mayManageStaff)
    return <Quiet>对方是编辑部成员，停用与退出需要“员工与角色”权限。</Quiet>;
  return (
    <Row>
      {member.blockedAt ? <Unblock member={member} /> : <Block member={member} />}
      <ConfirmButton
        disabled={member.sessions.length === 0}
        title={`退出${member.name}的全部登录？`}
        content="所有设备立即回到未登录的状态，账号照常可用。"
        okText="退出"
        onOk={() => signOut.send({ id: member.id })}
      >
        退出全部登录
      </ConfirmButton>
    </Row>
  );
}

function Unblock({ member: { id, name } }: { member: MemberDetail }) {
  const { send } = useSend('POST /admin/member/unblock', { done: '账号已恢复' });
  return (
    <ConfirmButton
      title={`恢复${name}的账号？`}
      content="对方可以重新登录，之前的登录不会回来。"
      okText="恢复"
      onOk={() => send({ id })}
    >
      恢复账号
    </ConfirmButton>
  );
}

function Block({ member: { id, name } }: { member: MemberDetail }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Button danger onClick={() => setIsDialogOpen(true)}>
        停用账号
      </Button>
      {isDialogOpen && (
        <ReasonDialog
          action="POST /admin/member/block"
          memberId={id}
          title={`停用${name}的账号`}
          okText="停用"
          warning="所有登录立即结束，不能再登录，直到恢复；打开着的页面会变成游客看到的样子。"
          done="账号已停用"
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </>
  );
}
