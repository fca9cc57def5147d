import { Alert } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Chip } from '#admin/parts/chip.tsx';
import { Row } from '#admin/parts/layout/page.tsx';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { Person } from '#admin/parts/person.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { StaffMember } from '../../staff/schema.ts';
import s from '../people.module.css';
import { RoleChips } from '../role-chips.tsx';
import { MemberColumns, useColumnNames } from './member-columns.tsx';
import { MemberRoles } from './member-roles.tsx';
import { ResetTotp, TotpChip } from './reset-totp.tsx';

export function Staff() {
  const [openedId, setOpenedId] = useState<string>();
  const list = usePages('GET /admin/staff/list', {});
  const columnName = useColumnNames();
  const opened = list.rows.find(({ id }) => id === openedId);
  const withoutTotp = list.rows.filter(({ hasTotp }) => !hasTotp).length;
  return (
    <>
      {list.answer?.isTotpRequired && withoutTotp > 0 && (
        <Alert
          className={s.note ?? ''}
          type="warning"
          title={`要求两步验证：还有 ${withoutTotp} 人没有开启，开启之前他们进不了后台。`}
        />
      )}
      <DataTable
        label="员工"
        unit="位"
        list={list}
        columns={columnsOf(setOpenedId, columnName)}
        nameOf={({ name }) => name}
        onOpen={({ id }) => setOpenedId(id)}
      />
      <Hint />
      {opened && (
        <SideDrawer title={opened.name} width={420} onClose={() => setOpenedId(undefined)}>
          <MemberRoles member={opened} />
          <MemberColumns key={`${opened.id} ${opened.columnIds}`} member={opened} />
          <ResetTotp member={opened} />
        </SideDrawer>
      )}
    </>
  );
}

const Hint = () => (
  <p className={s.note}>
    要让新人加入，
    <Link className="link" to="/invitations">
      发一份邀请
    </Link>
    ；已有账号的会员，也可在
    <Link className="link" to="/members">
      会员
    </Link>
    里打开他，给出角色。
  </p>
);

const columnsOf = (
  open: (id: string) => void,
  columnName: (id: string) => string,
): DataColumn<StaffMember>[] => [
  {
    key: 'name',
    title: '员工',
    render: ({ id, name, avatar, mobile }) => (
      <Person name={name} avatar={avatar} below={`${mobile} · ${id}`} onOpen={() => open(id)} />
    ),
  },
  {
    key: 'roles',
    title: '角色',
    render: ({ roles, blockedAt }) => (
      <Row>
        {blockedAt && <Chip tone="bad">已停用</Chip>}
        <RoleChips names={roles.map(({ name }) => name)} />
      </Row>
    ),
    text: ({ roles }) => roles.map(({ name }) => name).join('、'),
  },
  {
    key: 'columnIds',
    title: '负责栏目',
    width: 180,
    from: 'md',
    render: ({ columnIds }) => columnIds?.map(columnName).join('、') ?? '全部',
  },
  {
    key: 'hasTotp',
    title: '两步验证',
    width: 110,
    from: 'md',
    render: ({ hasTotp }) => <TotpChip hasTotp={hasTotp} />,
    text: ({ hasTotp }) => (hasTotp ? '已开启' : '未开启'),
  },
  {
    key: 'lastSeenAt',
    title: '最近活动',
    width: 130,
    from: 'md',
    render: ({ lastSeenAt: at }) => (at ? <time dateTime={at}>{showTime(at)}</time> : '—'),
  },
];
