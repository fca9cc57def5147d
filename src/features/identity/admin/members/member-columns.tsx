import { Chip } from '#admin/parts/chip.tsx';
import { Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { Person } from '#admin/parts/person.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { MemberRecord } from '../../members/schema.ts';
import s from '../people.module.css';
import { RoleChips } from '../role-chips.tsx';

/** Columns of the list of members. A narrow screen shows the chips below the name. */
export const memberColumns = (open: (id: string) => void): DataColumn<MemberRecord>[] => [
  {
    key: 'name',
    title: '会员',
    render: (member) => (
      <Person
        name={member.name}
        avatar={member.avatar}
        below={`${member.mobile || member.email} · ${member.id}`}
        onOpen={() => open(member.id)}
      >
        <span className={s.below}>
          <MemberChips member={member} />
        </span>
      </Person>
    ),
  },
  {
    key: 'standing',
    title: '身份与标签',
    width: 240,
    from: 'md',
    render: (member) => <MemberChips member={member} />,
  },
  {
    key: 'vipUntil',
    title: 'VIP 到期',
    width: 130,
    from: 'lg',
    render: ({ vipUntil: at }) => at && <time dateTime={at}>{at.slice(0, 10)}</time>,
  },
  {
    key: 'lastSeenAt',
    title: '最近活动',
    width: 130,
    from: 'lg',
    render: ({ lastSeenAt: at }) => (at ? <time dateTime={at}>{showTime(at)}</time> : '—'),
  },
  {
    key: 'createdAt',
    title: '注册',
    width: 130,
    from: 'md',
    render: ({ createdAt: at }) => <time dateTime={at}>{showTime(at)}</time>,
  },
];

/** Chips for a member's status and the account's restrictions. */
export const MemberChips = ({
  member: { blockedAt, deletionDueAt, roles, vipUntil, tags },
}: {
  member: MemberRecord;
}) => (
  <Row>
    {blockedAt && <Chip tone="bad">已停用</Chip>}
    {deletionDueAt && <Chip tone="warn">{deletionDueAt.slice(5, 10)} 注销</Chip>}
    <RoleChips names={roles.map(({ name }) => name)} />
    {vipUntil && <Chip tone="vip">VIP</Chip>}
    {tags.map((tag) => (
      <Chip key={tag}>{tag}</Chip>
    ))}
  </Row>
);
