import type { TableColumnsType } from 'antd';
import type { MemberRecord } from '#features/identity/members/schema.ts';
import { Chip } from '../../../parts/chip.tsx';
import { showTime } from '../../../parts/show-time.ts';
import s from '../people.module.css';
import { Person } from '../person.tsx';

/** The columns of the list; a narrow screen says all below the name. */
export function columnsOf(onOpen: (id: string) => void): TableColumnsType<MemberRecord> {
  return [
    {
      title: '会员',
      key: 'member',
      render: (_, member) => (
        <Person
          name={member.name}
          avatar={member.avatar}
          below={`${member.mobile} · ${member.id}`}
          onOpen={() => onOpen(member.id)}
        >
          <span className={s.below}>
            <MemberChips member={member} />
          </span>
        </Person>
      ),
    },
    {
      title: '身份与标签',
      key: 'standing',
      width: 240,
      responsive: ['sm'],
      render: (_, member) => <MemberChips member={member} />,
    },
    {
      title: 'VIP 到期',
      dataIndex: 'vipUntil',
      width: 130,
      responsive: ['lg'],
      render: (at: string | null) => at && <time dateTime={at}>{at.slice(0, 10)}</time>,
    },
    {
      title: '最近活动',
      dataIndex: 'lastSeenAt',
      width: 130,
      responsive: ['lg'],
      render: (at: string | null) => (at ? <time dateTime={at}>{showTime(at)}</time> : '—'),
    },
    {
      title: '注册',
      dataIndex: 'createdAt',
      width: 130,
      responsive: ['md'],
      render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
    },
  ];
}

/** What a member is and what stands in their way, in words. */
export function MemberChips({
  member: { blockedAt, deletionDueAt, roles, vipUntil, tags },
}: {
  member: MemberRecord;
}) {
  return (
    <span className={s.chips}>
      {blockedAt && <Chip tone="bad">已停用</Chip>}
      {deletionDueAt && <Chip tone="warn">{deletionDueAt.slice(5, 10)} 注销</Chip>}
      {roles.map(({ code, name }) => (
        <Chip key={code} tone="info">
          {name}
        </Chip>
      ))}
      {vipUntil && <Chip tone="vip">VIP</Chip>}
      {tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
    </span>
  );
}
