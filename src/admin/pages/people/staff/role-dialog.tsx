import { Checkbox } from 'antd';
import { usePermit } from '#client/permissions.tsx';
import { type RoleList, type RoleRecord, roleInput } from '#features/identity/staff/schema.ts';
import { Item, TextItem } from '../../../parts/form/items.tsx';
import { FormDialog } from '../../../parts/form/save-form.tsx';
import { useSave } from '../../../parts/form/use-save.ts';
import s from '../people.module.css';

type Permission = RoleList['permissions'][number];
type Props = { role: RoleRecord | undefined; permissions: readonly Permission[]; onClose: () => void };

/** Creates or edits a role. Staff cannot grant permissions they do not hold themselves. */
export function RoleDialog({ role, permissions, onClose }: Props) {
  const save = useSave(role ? 'POST /admin/role/save' : 'POST /admin/role/create', {
    schema: roleInput,
    initial: { name: role?.name ?? '', permissions: role?.permissions ?? [] },
    toBody: (values) => ({ ...values, ...(role && { code: role.code }) }),
    done: role ? '角色已修改，立即生效' : '角色已新建',
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={role ? `修改角色“${role.name}”` : '新建角色'}
      width={720}
      onClose={onClose}
    >
      <TextItem
        name="name"
        label="角色名称"
        note={role && role.members > 0 && `${role.members} 人是这个角色，修改立即对他们生效。`}
      />
      <Item name="permissions" label="权限">
        <PermissionBoxes permissions={permissions} />
      </Item>
    </FormDialog>
  );
}

type BoxesProps = {
  permissions: readonly Permission[];
  value?: string[];
  onChange?: (codes: string[]) => void;
};

function PermissionBoxes({ permissions, value = [], onChange }: BoxesProps) {
  return (
    <Checkbox.Group
      className={s.groups ?? ''}
      aria-label="权限"
      value={value}
      {...(onChange && { onChange })}
    >
      {[...Map.groupBy(permissions, ({ group }) => group)].map(([group, entries]) => (
        <fieldset key={group} className={s.group}>
          <legend>{group}</legend>
          {entries.map((entry) => (
            <PermissionBox key={entry.code} permission={entry} />
          ))}
        </fieldset>
      ))}
    </Checkbox.Group>
  );
}

const PermissionBox = ({ permission: { code, name, about } }: { permission: Permission }) => (
  <Checkbox value={code} disabled={!usePermit(code)}>
    {name}
    <span className={s.small}>{about}</span>
  </Checkbox>
);
