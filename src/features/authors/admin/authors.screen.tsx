import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Page } from '#admin/parts/layout/page.tsx';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AuthorRecord, authorListQuery } from '../manage/schema.ts';
import { authorColumns } from './author-columns.tsx';
import { AuthorDialog } from './author-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { QualificationDialog } from './qualification-dialog.tsx';

const views = [
  { name: '全部', filters: {} },
  { name: '资格待核实', filters: { qualification: 'waiting' } },
];

export function Screen() {
  const [openAuthor, setOpenAuthor] = useState<AuthorRecord | 'new'>();
  const filters = useFilters(authorListQuery);
  const list = usePages('GET /admin/author/list', filters.values);
  const { name, qualification } = filters.values;
  const isQueueEmpty = qualification === 'waiting' && !name;
  const create = (
    <Button type="primary" onClick={() => setOpenAuthor('new')}>
      新建作者
    </Button>
  );
  return (
    <Page title="作者" tools={create}>
      <SavedViews list="authors" builtIn={views} filters={filters} />
      <FilterBar>
        <FilterSearch
          filters={filters}
          name="name"
          label="查找作者"
          placeholder="姓名的开头"
          maxLength={50}
        />
      </FilterBar>
      <DataTable
        label="作者"
        unit="位"
        list={list}
        columns={authorColumns(setOpenAuthor)}
        nameOf={(author) => `作者“${author.name}”`}
        onOpen={setOpenAuthor}
        changes={authorChanges}
        isSelectable={false}
        empty={isQueueEmpty ? allVerified : noAuthors}
        {...(!isQueueEmpty && { filters })}
      />
      {openAuthor && (
        <AuthorDialog
          author={openAuthor === 'new' ? undefined : openAuthor}
          onClose={() => setOpenAuthor(undefined)}
        />
      )}
    </Page>
  );
}

const allVerified = (
  <EmptyState title="没有待核实的执业资格">
    <p>作者填写执业编号和所属机构后，会出现在这里。</p>
  </EmptyState>
);
const noAuthors = (
  <EmptyState title="还没有作者">
    <p>写稿或导入时会自动建，也可以先在这里建好。</p>
  </EmptyState>
);

const authorChanges: readonly RowChange<AuthorRecord>[] = [
  {
    verb: '核实',
    fits: ({ qualificationState }) => qualificationState !== 'none',
    dialog: ({ rows: [author], onClose }) =>
      author && <QualificationDialog author={author} onClose={onClose} />,
  },
  {
    verb: '合并',
    fits: () => true,
    dialog: ({ rows: [author], onClose }) => author && <MergeDialog author={author} onClose={onClose} />,
  },
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '名下没有内容时才能删除；关注者也一并去掉。',
    act: ([id = '']) => call('POST /admin/author/delete', { body: { id }, silent: true }),
  },
];
