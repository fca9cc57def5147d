import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Quiet, TabPage, type TabSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { slotsOf } from '#client/slots.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type TagRecord, tagsQuery } from '../schema.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { TagChanges } from './tag-changes.tsx';
import { TagDrawer } from './tag-drawer.tsx';

/** Polling interval in ms while the worker changes posts. */
const refetchMs = 1500;

const slots = import.meta.glob<{ slot: TabSlot }>('../../*/admin/**/tags.*.slot.tsx', { eager: true });

/** The tags of published posts, with their numbers of posts, names and descriptions; and tabs of other features. */
export const Screen = () => (
  <TabPage
    title="标签与专题"
    tabs={[{ key: 'tags', label: '标签', content: <TagsTab /> }, ...slotsOf(slots)]}
  />
);

function TagsTab() {
  const [openedId, setOpenedId] = useState<string>();
  const filters = useFilters(tagsQuery);
  const list = usePages('GET /admin/tag/list', filters.values, {
    refetchMs: (page) => (page?.changes.some(({ state }) => state !== 'failed') ? refetchMs : false),
  });
  const open = ({ id }: TagRecord) => setOpenedId(id);
  return (
    <>
      <Quiet>读者在文章下面和标签页看到的标签；只列已发布文章的标签。</Quiet>
      <TagChanges changes={list.answer?.changes ?? []} />
      <FilterBar>
        <FilterSearch
          filters={filters}
          name="keyword"
          label="查找标签"
          placeholder="名字里的字"
          maxLength={50}
        />
      </FilterBar>
      <DataTable
        label="标签"
        unit="个"
        list={list}
        columns={columnsOf(open)}
        nameOf={({ name }) => name}
        onOpen={open}
        changes={tagRowChanges}
        filters={filters}
        empty={
          <EmptyState title="还没有标签">
            <p>写文章时填的标签，发布后会列在这里。</p>
          </EmptyState>
        }
      />
      {openedId !== undefined && (
        <TagDrawer key={openedId} id={openedId} onClose={() => setOpenedId(undefined)} />
      )}
    </>
  );
}

const columnsOf = (onOpen: (tag: TagRecord) => void): DataColumn<TagRecord>[] => [
  {
    key: 'name',
    title: '标签',
    sort: true,
    render: (tag) => <OpenButton onClick={() => onOpen(tag)}>{tag.name}</OpenButton>,
  },
  { key: 'description', title: '介绍', width: 480, from: 'lg' },
  {
    key: 'posts',
    title: '文章',
    width: 100,
    align: 'right',
    sort: true,
    render: ({ posts }) => showNumber(posts),
  },
];

// Maximum number of ids per call.
const chunk = 100;
const tagRowChanges: readonly RowChange<TagRecord>[] = [
  { verb: '合并', fits: () => true, chunk, dialog: (props) => <MergeDialog {...props} /> },
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '所有文章（包括草稿）都会去掉这个标签，不能恢复。文章本身不受影响。',
    act: (ids) => call('POST /admin/tag/delete', { body: { ids }, silent: true }),
    chunk,
  },
];
