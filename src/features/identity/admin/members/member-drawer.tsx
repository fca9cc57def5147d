import { useRead } from '#admin/parts/data.ts';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { Permit, usePermit } from '#client/permissions.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import type { MemberDetail } from '../../members/schema.ts';
import s from '../people.module.css';
import { MemberRoles } from '../staff/member-roles.tsx';
import { ResetTotp } from '../staff/reset-totp.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberChips } from './member-columns.tsx';
import { MemberFacts } from './member-facts.tsx';
import { MemberLogins } from './member-logins.tsx';
import { MemberTags } from './member-tags.tsx';
import { MemberVip } from './member-vip.tsx';

type Tags = readonly { tag: string }[];

export function MemberDrawer({ id, tags, onClose }: { id: string; tags: Tags; onClose: () => void }) {
  const read = useRead('GET /admin/member/detail', { id });
  return (
    <ReadDrawer read={read} noun="会员" title="会员" onClose={onClose}>
      {(member) => <Content member={member} tags={tags} />}
    </ReadDrawer>
  );
}

function Content({ member, tags }: { member: MemberDetail; tags: Tags }) {
  const mayManage = usePermit('members.manage');
  return (
    <>
      <div className={s.head}>
        <Avatar name={member.name} src={member.avatar} size={56} />
        <div>
          <h2>{member.name}</h2>
          <MemberChips member={member} />
        </div>
      </div>
      {mayManage && <MemberActions member={member} />}
      <MemberFacts member={member} />
      <MemberTags member={member} tags={tags} mayManage={mayManage} />
      <MemberVip member={member} mayManage={mayManage} />
      <Permit code="staff.manage">
        <MemberRoles member={member} />
        <ResetTotp member={member} />
      </Permit>
      <MemberLogins member={member} />
    </>
  );
}
