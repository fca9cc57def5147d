import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Chip } from '#admin/parts/chip.tsx';
import { useRead } from '#admin/parts/data.ts';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet, type TabSlot } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { maxTopics, topicPath } from '#shared/topic.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AdminTopic, createInput } from '../schema.ts';
import { TopicDrawer } from './topic-drawer.tsx';
import { TopicFields } from './topic-fields.tsx';

/** Topics: headed collections of posts in the editors' order. */
function TopicsTab() {
  const [openedId, setOpenedId] = useState<string>();
  const [isCreating, setIsCreating] = useState(false);
  const list = wholeList(useRead('GET /admin/topic/list'));
  const open = ({ id }: AdminTopic) => setOpenedId(id);
  return (
    <>
      <FilterBar>
        <Button type="primary" onClick={() => setIsCreating(true)}>
          新建专题
        </Button>
      </FilterBar>
      <Quiet>
        专题把同一件事的文章收在一页，次序由编辑定。最多 {maxTopics} 个；有已发布的文章才对读者开放。
      </Quiet>
      <DataTable
        label="专题"
        unit="个"
        list={list}
        columns={columnsOf(open)}
        nameOf={({ title }) => `《${title}》`}
        onOpen={open}
        changes={changes}
        empty={
          <EmptyState title="还没有专题">
            <p>新建一个，再搜标题把文章放进去。</p>
          </EmptyState>
        }
      />
      {isCreating && (
        <NewTopic
          onClose={() => setIsCreating(false)}
          onCreated={(id) => {
            setIsCreating(false);
            setOpenedId(id);
          }}
        />
      )}
      {openedId !== undefined && (
        <TopicDrawer key={openedId} id={openedId} onClose={() => setOpenedId(undefined)} />
      )}
    </>
  );
}

export const slot: TabSlot = { order: 20, key: 'topics', label: '专题', content: <TopicsTab /> };

const columnsOf = (onOpen: (topic: AdminTopic) => void): DataColumn<AdminTopic>[] => [
  {
    key: 'title',
    title: '专题',
    render: (topic) => <OpenButton onClick={() => onOpen(topic)}>{topic.title}</OpenButton>,
  },
  { key: 'slug', title: '地址', from: 'lg', render: ({ slug }) => topicPath(slug), text: ({ slug }) => slug },
  {
    key: 'isOpen',
    title: '状态',
    width: 100,
    from: 'md',
    render: ({ isOpen }) => <Chip tone={isOpen ? 'good' : undefined}>{stateOf(isOpen)}</Chip>,
    text: ({ isOpen }) => stateOf(isOpen),
  },
  { key: 'posts', title: '文章', width: 80, align: 'right', render: ({ posts }) => showNumber(posts) },
  {
    key: 'updatedAt',
    title: '修改',
    width: 120,
    from: 'lg',
    render: ({ updatedAt }) => <time dateTime={updatedAt}>{showTime(updatedAt)}</time>,
  },
];

const stateOf = (isOpen: boolean): string => (isOpen ? '开放' : '关闭');

const changes: readonly RowChange<AdminTopic>[] = [
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '读者立即打不开这个专题，不能恢复。里面的文章不受影响。',
    act: async (ids) => {
      for (const id of ids) await call('POST /admin/topic/delete', { body: { id }, silent: true });
    },
  },
];

const empty = { title: '', slug: '', introduction: '', cover: null as string | null, isOpen: true };

type Props = { onClose: () => void; onCreated: (id: string) => void };

/** Adds a topic, which is then opened to choose its posts. */
function NewTopic({ onClose, onCreated }: Props) {
  const save = useSave('POST /admin/topic/create', {
    schema: createInput,
    initial: empty,
    done: '专题已建立，可以放文章了',
    onSaved: ({ id }) => onCreated(id),
  });
  return (
    <FormDialog save={save} title="新建专题" okText="建立" width={560} onClose={onClose}>
      <TopicFields />
    </FormDialog>
  );
}
