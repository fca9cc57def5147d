import { App, Button, Input, Table } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { toasts } from '#client/toasts.ts';
import type { AuthorRecord } from '#features/authors/calls.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../people.module.css';
import { columnsOf } from './author-columns.tsx';
import { AuthorDialog } from './author-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';

const pageSize = 50;

/** Under whose names pieces stand, newest first. */
export function Screen() {
  const { modal } = App.useApp();
  const [query, setQuery] = useSearchParams();
  const name = query.get('name')?.trim().slice(0, 50) || undefined;
  const current = Math.max(1, Number.parseInt(query.get('current') ?? '1', 10) || 1);
  const [edited, setEdited] = useState<AuthorRecord | 'new'>();
  const [merged, setMerged] = useState<AuthorRecord>();
  const { data, fault, isLoading, reload } = useLoad(JSON.stringify([name, current]), (signal) =>
    call('GET /admin/author/list', {
      query: { name, current: String(current), size: String(pageSize) },
      silent: true,
      signal,
    }),
  );
  const remove = (author: AuthorRecord) =>
    modal.confirm({
      title: `删除作者“${author.name}”？`,
      content: '名下没有内容时才能删除；关注者也一并去掉。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/author/delete', { body: { id: author.id } });
          toasts.success('作者已删除');
          reload();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  const settle = () => {
    setEdited(undefined);
    setMerged(undefined);
    reload();
  };
  return (
    <>
      <PageHead title="作者">
        <Button type="primary" onClick={() => setEdited('new')}>
          新建作者
        </Button>
      </PageHead>
      <div className={s.filters}>
        <Input.Search
          key={name ?? ''}
          className={s.keyword ?? ''}
          aria-label="查找作者"
          placeholder="姓名的开头"
          allowClear
          maxLength={50}
          defaultValue={name ?? ''}
          onSearch={(text) => setQuery(text.trim() ? { name: text.trim() } : {})}
        />
      </div>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <Table<AuthorRecord>
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={data?.records ?? []}
          columns={columnsOf({ onEdit: setEdited, onMerge: setMerged, onDelete: remove })}
          locale={{
            emptyText: isLoading ? (
              <Void title="正在取作者 …" />
            ) : name ? (
              <Void
                art="search"
                title="没有这样的作者"
                actions={<Button onClick={() => setQuery({})}>看全部作者</Button>}
              >
                <p>按姓名的开头查找。</p>
              </Void>
            ) : (
              <Void title="还没有作者">
                <p>写稿或导入时会自动建，也可以先在这里建好。</p>
              </Void>
            ),
          }}
          pagination={{
            current,
            pageSize,
            total: data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            showTotal: (total) => `${data?.totalCapped ? '多于 ' : '共 '}${total} 位`,
            onChange: (page) => setQuery({ ...(name && { name }), current: String(page) }),
          }}
        />
      )}
      {edited && (
        <AuthorDialog
          author={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDone={settle}
        />
      )}
      {merged && <MergeDialog author={merged} onClose={() => setMerged(undefined)} onDone={settle} />}
    </>
  );
}
