import { Link } from 'react-router';
import { Page, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { showTime } from '#admin/parts/show-time.ts';
import type { AdminRecord } from '../../manage/schema.ts';
import { postChanges } from '../list/post-changes.tsx';
import { FlashForm } from './flash-form.tsx';
import s from './flashes.module.css';
import { newsColumnId } from './publish-flash.ts';

const columns: DataColumn<AdminRecord>[] = [
  {
    key: 'publishedAt',
    title: '发布',
    width: 96,
    render: ({ publishedAt }) => publishedAt && <time dateTime={publishedAt}>{showTime(publishedAt)}</time>,
  },
  {
    key: 'title',
    title: '标题',
    render: ({ id, title, important }) => (
      <Link className={important ? (s.important ?? '') : ''} to={`/posts/${id}`}>
        {title}
      </Link>
    ),
  },
  { key: 'views', title: '阅读', width: 90, align: 'right', from: 'md' },
];
const withdrawal = postChanges.filter(({ verb }) => verb === '撤回');
const published = { state: 'published', columnId: newsColumnId, sort: '-publishedAt' } as const;

/** The flash form above the latest flashes. */
export function Screen() {
  const list = usePages('GET /admin/post/list', published);
  return (
    <Page title="快讯台">
      <FlashForm />
      <Section title="最近发布">
        <DataTable
          label="快讯"
          list={list}
          columns={columns}
          nameOf={({ title }) => `《${title}》`}
          changes={withdrawal}
        />
      </Section>
    </Page>
  );
}
