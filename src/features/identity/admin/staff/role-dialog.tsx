import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type RoleRecord, roleInput } from '../../staff/schema.ts';
import { type Permission, PermissionBoxes } from './permission-boxes.tsx';

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
