import { useState } from 'react';
import { Chip } from '#admin/parts/chip.tsx';
import { fetchRead } from '#admin/parts/data.ts';
import { TextAreaItem, TextItem } from '#admin/parts/form/items.tsx';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { useConfirm } from '#admin/parts/layout/confirm.tsx';
import { Quiet, Section, type TabSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { type Announcement, announcementBody } from '../schema.ts';
import s from './announcements.module.css';

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

/** Sends an announcement to all members, after a confirmation with the number of recipients. */
function WriteAnnouncement({ onSent }: { onSent: () => void }) {
  const confirm = useConfirm();
  const save = useSave('POST /admin/sendAnnouncement', {
    schema: announcementBody,
    initial: { title: '', body: '', link: '' },
    confirm: async () => {
      const { members } = await fetchRead('GET /admin/announcement/audience', undefined);
      return new Promise((resolve) => {
        confirm({
          title: `发给 ${showNumber(members)} 位会员？`,
          content: '发出后不能撤回。不接收平台公告的会员不会收到。',
          okText: '发送',
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      });
    },
    done: '公告正在发送',
    onSaved: onSent,
  });
  return (
    <SaveForm save={save} label="写公告">
      <TextItem name="title" label="标题" note="最多 100 个字" />
      <TextAreaItem name="body" label="内容" note="纯文字，最多 5000 个字，出现在会员的消息里" rows={4} />
      <TextItem name="link" label="链接" note="可不填；站内地址以 / 开头，或 https 地址" />
      <SaveButton save={save}>发送给全部会员</SaveButton>
    </SaveForm>
  );
}
