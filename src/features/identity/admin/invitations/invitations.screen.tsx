import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { Page, Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { Invitation } from '../../staff/schema.ts';
import s from '../people.module.css';
import { RoleChips } from '../role-chips.tsx';
import { InviteDialog } from './invite-dialog.tsx';

const states = {
  open: { tone: 'good', name: '等待接受' },
  accepted: { tone: 'info', name: '已接受' },
  revoked: { tone: 'bad', name: '已撤回' },
  expired: { tone: 'warn', name: '已过期' },
} as const;

export function Screen() {
  const [isInviting, setIsInviting] = useState(false);
  const list = usePages('GET /admin/invitation/list', {});
  const invite = (
    <Button type="primary" onClick={() => setIsInviting(true)}>
      邀请成员
    </Button>
  );
  return (
    <Page title="邀请" tools={invite}>
      <DataTable
        label="邀请"
        unit="份"
        list={list}
        columns={columns}
        nameOf={({ name }) => `给${name}的邀请`}
        changes={changes}
        empty={
          <EmptyState title="还没有发过邀请">
            <p>发一份邀请，把链接交给同事，对方登录后接受，就能进入后台。</p>
          </EmptyState>
        }
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  );
}

const changes: RowChange<Invitation>[] = [
  {
    verb: '撤回',
    isDanger: true,
    fits: ({ state }) => state === 'open',
    warning: '链接立即失效。',
    act: ([id = '']) => call('POST /admin/invitation/revoke', { body: { id }, silent: true }),
  },
];

const columns: DataColumn<Invitation>[] = [
  {
    key: 'name',
    title: '姓名',
    render: ({ name, mobile, state, acceptedBy }) => (
      <>
        {name}
        <span className={s.small}>
          {state === 'accepted' ? `账号 ${acceptedBy?.name ?? '已注销'}` : (mobile ?? '不限手机号')}
        </span>
      </>
    ),
  },
  {
    key: 'roles',
    title: '角色',
    render: ({ roles }) => (
      <Row>
        <RoleChips names={roles} />
      </Row>
    ),
    text: ({ roles }) => roles.join('、'),
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    render: ({ state }) => <Chip tone={states[state].tone}>{states[state].name}</Chip>,
    text: ({ state }) => states[state].name,
  },
  {
    key: 'createdBy',
    title: '邀请人',
    width: 150,
    from: 'md',
    render: ({ createdBy, createdAt }) => (
      <>
        {createdBy}
        <time className={s.small} dateTime={createdAt}>
          {showTime(createdAt)}
        </time>
      </>
    ),
  },
  {
    key: 'expiresAt',
    title: '有效至',
    width: 130,
    from: 'lg',
    render: ({ expiresAt }) => <time dateTime={expiresAt}>{showTime(expiresAt)}</time>,
  },
];
