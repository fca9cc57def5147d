import { App, Button, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { Invitation } from '#features/identity/staff/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../people.module.css';
import { InviteDialog } from './invite-dialog.tsx';

const states = {
  open: { tone: 'good', name: '等待接受' },
  accepted: { tone: 'info', name: '已接受' },
  revoked: { tone: 'bad', name: '已撤回' },
  expired: { tone: 'warn', name: '已过期' },
} as const;

/** Who was invited to the staff. */
export function Screen() {
  const { modal } = App.useApp();
  const [trail, setTrail] = useState<string[]>([]);
  const [isInviting, setIsInviting] = useState(false);
  const cursor = trail.at(-1);
  const { data, fault, isLoading, reload } = useLoad(`invitations ${cursor}`, (signal) =>
    call('GET /admin/invitation/list', { query: { cursor, size: '50' }, silent: true, signal }),
  );
  const revoke = ({ id, name }: Invitation) =>
    modal.confirm({
      title: `撤回给${name}的邀请？`,
      content: '链接立即失效。',
      okText: '撤回',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/invitation/revoke', { body: { id } });
          toasts.success('邀请已撤回');
        } catch {
          // The person has been told in an alert.
        }
        reload();
      },
    });
  return (
    <>
      <PageHead title="邀请">
        <Button type="primary" onClick={() => setIsInviting(true)}>
          邀请成员
        </Button>
      </PageHead>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <Table<Invitation>
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={data?.records ?? []}
          columns={columnsOf(revoke)}
          pagination={false}
          locale={{
            emptyText: (
              <Void title={isLoading ? '正在取邀请 …' : '还没有发过邀请'}>
                {!isLoading && <p>发一份邀请，把链接交给同事，对方登录后接受，就能进入后台。</p>}
              </Void>
            ),
          }}
        />
      )}
      {(data?.cursor || trail.length > 0) && (
        <div className={s.more}>
          <Button disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            较新
          </Button>
          <Button disabled={!data?.cursor} onClick={() => data?.cursor && setTrail([...trail, data.cursor])}>
            较早
          </Button>
        </div>
      )}
      {isInviting && <InviteDialog onMade={reload} onClose={() => setIsInviting(false)} />}
    </>
  );
}

const columnsOf = (onRevoke: (invitation: Invitation) => void): TableColumnsType<Invitation> => [
  {
    title: '姓名',
    key: 'name',
    render: (_, { name, mobile, state, acceptedBy }) => (
      <>
        {name}
        <span className={s.small}>
          {state === 'accepted' ? `账号 ${acceptedBy?.name ?? '已注销'}` : (mobile ?? '不限手机号')}
        </span>
      </>
    ),
  },
  {
    title: '角色',
    dataIndex: 'roles',
    render: (roles: string[]) => (
      <span className={s.chips}>
        {roles.map((name) => (
          <Chip key={name} tone="info">
            {name}
          </Chip>
        ))}
      </span>
    ),
  },
  {
    title: '状态',
    key: 'state',
    width: 110,
    render: (_, { state }) => <Chip tone={states[state].tone}>{states[state].name}</Chip>,
  },
  {
    title: '邀请人',
    key: 'sender',
    width: 150,
    responsive: ['md'],
    render: (_, { createdBy, createdAt }) => (
      <>
        {createdBy}
        <time className={s.small} dateTime={createdAt}>
          {showTime(createdAt)}
        </time>
      </>
    ),
  },
  {
    title: '有效至',
    dataIndex: 'expiresAt',
    width: 130,
    responsive: ['lg'],
    render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
  },
  {
    title: '操作',
    key: 'acts',
    width: 80,
    render: (_, invitation) =>
      invitation.state === 'open' && (
        <Button
          size="small"
          type="text"
          danger
          aria-label={`撤回给${invitation.name}的邀请`}
          onClick={() => onRevoke(invitation)}
        >
          撤回
        </Button>
      ),
  },
];
