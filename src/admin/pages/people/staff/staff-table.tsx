import { Alert, Button, Drawer, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StaffMember } from '#features/identity/staff/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../people.module.css';
import { Person } from '../person.tsx';
import { MemberRoles } from './member-roles.tsx';
import { ResetTotp } from './reset-totp.tsx';

/** Everybody who has a role. */
export function StaffTable() {
  // Cursors of the pages gone through; the last is the one on screen.
  const [trail, setTrail] = useState<string[]>([]);
  const [openedId, setOpenedId] = useState<string>();
  const cursor = trail.at(-1);
  const { data, fault, isLoading, reload } = useLoad(`staff ${cursor}`, (signal) =>
    call('GET /admin/staff/list', { query: { cursor, size: '50' }, silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  const records = data?.records ?? [];
  const opened = records.find(({ id }) => id === openedId);
  const without = records.filter(({ hasTotp }) => !hasTotp).length;
  return (
    <>
      {data?.isTotpRequired && without > 0 && (
        <Alert
          className={s.note ?? ''}
          type="warning"
          title={`要求两步验证：还有 ${without} 人没有开启，开启之前他们进不了后台。`}
        />
      )}
      <Table<StaffMember>
        rowKey="id"
        size="middle"
        loading={isLoading}
        dataSource={records}
        columns={columnsOf(setOpenedId)}
        pagination={false}
        locale={{ emptyText: <Void title={isLoading ? '正在取员工 …' : '还没有员工'} /> }}
      />
      {(data?.cursor || trail.length > 0) && (
        <div className={s.more}>
          <Button disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            上一页
          </Button>
          <Button disabled={!data?.cursor} onClick={() => data?.cursor && setTrail([...trail, data.cursor])}>
            下一页
          </Button>
        </div>
      )}
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
      <Drawer
        open={opened !== undefined}
        onClose={() => setOpenedId(undefined)}
        size={420}
        title={opened?.name}
        styles={{ wrapper: { maxWidth: '100vw' } }}
      >
        {opened && (
          <div className={s.drawer}>
            <MemberRoles member={opened} onChanged={reload} />
            <ResetTotp member={opened} onChanged={reload} />
          </div>
        )}
      </Drawer>
    </>
  );
}

const columnsOf = (onOpen: (id: string) => void): TableColumnsType<StaffMember> => [
  {
    title: '员工',
    key: 'person',
    render: (_, { id, name, avatar, mobile }) => (
      <Person name={name} avatar={avatar} below={`${mobile} · ${id}`} onOpen={() => onOpen(id)} />
    ),
  },
  {
    title: '角色',
    key: 'roles',
    render: (_, { roles, blockedAt }) => (
      <span className={s.chips}>
        {blockedAt && <Chip tone="bad">已停用</Chip>}
        {roles.map(({ code, name }) => (
          <Chip key={code} tone="info">
            {name}
          </Chip>
        ))}
      </span>
    ),
  },
  {
    title: '两步验证',
    dataIndex: 'hasTotp',
    width: 110,
    responsive: ['sm'],
    render: (hasTotp: boolean) =>
      hasTotp ? <Chip tone="good">已开启</Chip> : <Chip tone="warn">未开启</Chip>,
  },
  {
    title: '最近活动',
    dataIndex: 'lastSeenAt',
    width: 130,
    responsive: ['md'],
    render: (at: string | null) => (at ? <time dateTime={at}>{showTime(at)}</time> : '—'),
  },
];
