import { useNavigate } from 'react-router';
import { Page } from '#admin/parts/layout/page.tsx';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { NewPost } from '#admin/parts/new-post.tsx';
import { useColumns } from '#admin/parts/use-columns.ts';
import { useIsContributor, usePermit } from '#client/permissions.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { adminQuery } from '../../manage/schema.ts';
import { binChanges, postChanges } from './post-changes.tsx';
import { postColumns } from './post-columns.tsx';

const states = [
  { name: '全部', filters: {} },
  { name: '草稿', filters: { state: 'draft' } },
  { name: '定时', filters: { state: 'scheduled' } },
  { name: '已发布', filters: { state: 'published' } },
  { name: '已撤回', filters: { state: 'withdrawn' } },
  { name: '回收站', filters: { state: 'deleted' } },
];

/** All posts, last changed first. */
export function Screen() {
  const navigate = useNavigate();
  const mayEdit = usePermit('content.edit');
  const isContributor = useIsContributor();
  const filters = useFilters(adminQuery);
  const isBin = filters.values.state === 'deleted';
  const list = usePages('GET /admin/post/list', filters.values);
  // One edit of many posts concerns those of others.
  const ownChanges = postChanges.filter(({ verb }) => verb === '删除');
  const changes = isBin ? binChanges : isContributor ? ownChanges : postChanges;
  const columns = useColumns().map(({ id, columnName }) => ({ value: id, label: columnName }));
  return (
    <Page title="文章" tools={<NewPost columnId={filters.values.columnId} />}>
      <SavedViews list="posts" builtIn={states} filters={filters} />
      <FilterBar>
        <FilterSelect filters={filters} name="columnId" label="栏目" options={columns} />
        <FilterSearch filters={filters} name="keyword" label="搜索稿件" placeholder="搜索标题和正文" />
      </FilterBar>
      <DataTable
        label="稿件"
        unit="篇"
        list={list}
        columns={postColumns({
          isBin,
          isPublished: filters.values.state === 'published' && !filters.values.keyword,
        })}
        nameOf={({ title }) => `《${title}》`}
        onOpen={({ id }) => navigate(`/posts/${id}`)}
        changes={mayEdit ? changes : []}
        filters={filters}
        empty={
          isBin ? (
            <EmptyState title="回收站是空的" />
          ) : (
            <EmptyState title="还没有稿件">
              <p>点“写新稿”写第一篇，或用命令行导入已有的内容。</p>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
