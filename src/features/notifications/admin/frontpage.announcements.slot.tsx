import { useState } from 'react';
import { Chip } from '#admin/parts/chip.tsx';
import { Quiet, Section, type TabSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { showTime } from '#admin/parts/show-time.ts';
import type { Announcement } from '../schema.ts';
import s from './announcements.module.css';
import { WriteAnnouncement } from './write-announcement.tsx';

/** Sends an announcement to all members, and lists earlier ones. */
function AnnouncementsTab() {
  const [sentCount, setSentCount] = useState(0);
  const list = usePages('GET /admin/announcement/list', {});
  return (
    <>
      <Section title="写公告">
        <WriteAnnouncement key={sentCount} onSent={() => setSentCount(sentCount + 1)} />
      </Section>
      <Section title="发过的公告">
        <DataTable label="公告" list={list} columns={columns} nameOf={({ title }) => `“${title}”`} />
      </Section>
    </>
  );
}

export const slot: TabSlot = {
  order: 60,
  key: 'announcements',
  label: '公告',
  permission: 'notices.send',
  content: <AnnouncementsTab />,
};

const stateName = ({ isUnderWay }: Announcement) => (isUnderWay ? '发送中' : '已送达');

const columns: DataColumn<Announcement>[] = [
  {
    key: 'title',
    title: '公告',
    render: ({ title, body, link }) => (
      <>
        <div className={s.name}>{title}</div>
        <p className={s.body}>{body}</p>
        {link && <Quiet>链接：{link}</Quiet>}
      </>
    ),
  },
  {
    key: 'createdAt',
    title: '发送',
    width: 150,
    from: 'md',
    render: ({ createdAt, createdBy }) => (
      <>
        <time dateTime={createdAt}>{showTime(createdAt)}</time> {createdBy}
      </>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    render: (row) => <Chip tone={row.isUnderWay ? 'info' : 'good'}>{stateName(row)}</Chip>,
    text: stateName,
  },
];
