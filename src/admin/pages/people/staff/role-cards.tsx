import { App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { RoleList, RoleRecord } from '#features/identity/staff/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import s from '../people.module.css';
import { useRoles } from '../use-roles.ts';
import { RoleDialog } from './role-dialog.tsx';

/** Every role and what it allows; those of the publisher's own are changed here. */
export function RoleCards() {
  const { modal } = App.useApp();
  const { data, fault, reload } = useRoles();
  const [edited, setEdited] = useState<RoleRecord | 'new'>();
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Skeleton active />;
  const remove = ({ code, name }: RoleRecord) =>
    modal.confirm({
      title: `删除角色“${name}”？`,
      content: '没有人是这个角色时才能删除。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/role/delete', { body: { code } });
          toasts.success('角色已删除');
          reload();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  return (
    <>
      <div className={s.filters}>
        <Button type="primary" onClick={() => setEdited('new')}>
          新建角色
        </Button>
      </div>
      <div className={s.cards}>
        {data.roles.map((role) => (
          <article key={role.code} className={s.card}>
            <h2>
              {role.name}
              <span className={s.quiet}>
                {role.isBuiltin ? '内置 · ' : ''}
                {role.members} 人
              </span>
            </h2>
            <Allowed role={role} permissions={data.permissions} />
            {!role.isBuiltin && (
              <div className={s.acts}>
                <Button size="small" aria-label={`修改角色${role.name}`} onClick={() => setEdited(role)}>
                  修改
                </Button>
                <Button size="small" danger aria-label={`删除角色${role.name}`} onClick={() => remove(role)}>
                  删除
                </Button>
              </div>
            )}
          </article>
        ))}
      </div>
      {edited && (
        <RoleDialog
          role={edited === 'new' ? undefined : edited}
          permissions={data.permissions}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            reload();
          }}
        />
      )}
    </>
  );
}

function Allowed({ role, permissions }: { role: RoleRecord; permissions: RoleList['permissions'] }) {
  if (role.permissions.includes('*')) return <p>全部权限，包括以后新增的。</p>;
  const held = permissions.filter(({ code }) => role.permissions.includes(code));
  return (
    <span className={s.chips}>
      {held.map(({ code, name }) => (
        <Chip key={code}>{name}</Chip>
      ))}
    </span>
  );
}
