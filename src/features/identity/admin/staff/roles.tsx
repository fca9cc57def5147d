import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { type RoleList, type RoleRecord, roleInput } from '../../staff/schema.ts';
import s from '../people.module.css';
import { type Permission, PermissionBoxes } from './permission-boxes.tsx';

type Permissions = RoleList['permissions'];

/** All roles with their permissions. Built-in roles cannot be changed. */
export function Roles() {
  const [isCreating, setIsCreating] = useState(false);
  const read = useRead('GET /admin/role/list');
  const permissions = read.data?.permissions ?? [];
  return (
    <>
      <Row>
        <Button type="primary" disabled={!read.data} onClick={() => setIsCreating(true)}>
          新建角色
        </Button>
      </Row>
      <DataTable
        label="角色"
        unit="个"
        list={wholeList({ ...read, data: read.data?.roles })}
        columns={columnsOf(permissions)}
        idOf={({ code }) => code}
        nameOf={({ name }) => `角色“${name}”`}
        changes={changesOf(permissions)}
        isSelectable={false}
      />
      {isCreating && (
        <RoleDialog role={undefined} permissions={permissions} onClose={() => setIsCreating(false)} />
      )}
    </>
  );
}

const changesOf = (permissions: Permissions): RowChange<RoleRecord>[] => [
  {
    verb: '修改',
    fits: ({ isBuiltin }) => !isBuiltin,
    dialog: ({ rows: [role], onClose }) => (
      <RoleDialog role={role} permissions={permissions} onClose={onClose} />
    ),
  },
  {
    verb: '删除',
    isDanger: true,
    fits: ({ isBuiltin }) => !isBuiltin,
    warning: '没有人是这个角色时才能删除。',
    act: ([code = '']) => call('POST /admin/role/delete', { body: { code }, silent: true }),
  },
];

const columnsOf = (permissions: Permissions): DataColumn<RoleRecord>[] => {
  const namesOf = (role: RoleRecord) =>
    role.permissions.includes('*')
      ? ['全部权限，包括以后新增的']
      : permissions.filter(({ code }) => role.permissions.includes(code)).map(({ name }) => name);
  return [
    {
      key: 'name',
      title: '角色',
      render: (role) => (
        <>
          <Row>
            {role.name}
            {role.isBuiltin && <Chip>内置</Chip>}
          </Row>
          <div className={s.below}>
            <Chips names={namesOf(role)} />
          </div>
        </>
      ),
    },
    {
      key: 'members',
      title: '人数',
      width: 80,
      align: 'right',
      sort: (a, b) => a.members - b.members,
    },
    {
      key: 'permissions',
      title: '权限',
      from: 'md',
      render: (role) => <Chips names={namesOf(role)} />,
      text: (role) => namesOf(role).join('、'),
    },
  ];
};

const Chips = ({ names }: { names: string[] }) => (
  <Row>
    {names.map((name) => (
      <Chip key={name}>{name}</Chip>
    ))}
  </Row>
);

type Props = { role: RoleRecord | undefined; permissions: readonly Permission[]; onClose: () => void };

/** Creates or edits a role. Staff cannot grant permissions they do not hold themselves. */
function RoleDialog({ role, permissions, onClose }: Props) {
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
