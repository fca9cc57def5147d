import { Drawer, Skeleton } from 'antd';
import { Permit, usePermit } from '#client/permissions.tsx';
import { Avatar } from '#ui/marks/avatar.tsx';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../people.module.css';
import { MemberRoles } from '../staff/member-roles.tsx';
import { ResetTotp } from '../staff/reset-totp.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberChips } from './member-columns.tsx';
import { MemberFacts } from './member-facts.tsx';
import { MemberLogins } from './member-logins.tsx';
import { MemberTags } from './member-tags.tsx';
import { MemberVip } from './member-vip.tsx';

/** One member, with what can be done about them. */
export function MemberDrawer(props: {
  id: string | undefined;
  tags: readonly { tag: string }[];
  onClose: () => void;
  onChanged: () => void;
}) {
  return (
    <Drawer
      open={props.id !== undefined}
      onClose={props.onClose}
      size={560}
      title="会员"
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {props.id !== undefined && <Inside {...props} key={props.id} id={props.id} />}
    </Drawer>
  );
}

function Inside({
  id,
  tags,
  onChanged,
}: {
  id: string;
  tags: readonly { tag: string }[];
  onChanged: () => void;
}) {
  const mayManage = usePermit('members.manage');
  const { data, fault, reload } = useLoad(id, (signal) =>
    call('GET /admin/member/detail', { query: { id }, silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} level={3} />;
  if (!data) return <Skeleton active avatar />;
  const changed = () => {
    reload();
    onChanged();
  };
  return (
    <div className={s.drawer}>
      <div className={s.head}>
        <Avatar name={data.name} src={data.avatar} size={56} />
        <div>
          <h2>{data.name}</h2>
          <MemberChips member={data} />
        </div>
      </div>
      {mayManage && <MemberActs member={data} onChanged={changed} />}
      <MemberFacts member={data} />
      <MemberTags member={data} tags={tags} mayManage={mayManage} onChanged={changed} />
      <MemberVip member={data} mayManage={mayManage} onChanged={changed} />
      <Permit code="staff.manage">
        <MemberRoles member={data} onChanged={changed} />
        <ResetTotp member={data} onChanged={changed} />
      </Permit>
      <MemberLogins member={data} />
    </div>
  );
}
