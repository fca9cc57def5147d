import { App, Button, Input, Segmented, Table } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { toasts } from '#client/toasts.ts';
import type { AuthorRecord } from '#features/authors/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../people.module.css';
import { columnsOf } from './author-columns.tsx';
import { AuthorDialog } from './author-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { QualificationDialog } from './qualification-dialog.tsx';

const pageSize = 50;

/** Under whose names pieces stand, newest first. */
export function Screen() {
  const { modal } = App.useApp();
  const [query, setQuery] = useSearchParams();
  const name = query.get('name')?.trim().slice(0, 50) || undefined;
  const isWaiting = query.get('qualification') === 'waiting';
  const current = Math.max(1, Number.parseInt(query.get('current') ?? '1', 10) || 1);
  const [edited, setEdited] = useState<AuthorRecord | 'new'>();
  const [merged, setMerged] = useState<AuthorRecord>();
  const [verified, setVerified] = useState<AuthorRecord>();
  const chosen = { ...(name && { name }), ...(isWaiting && { qualification: 'waiting' }) };
  const { data, fault, isLoading, reload } = useLoad(JSON.stringify([chosen, current]), (signal) =>
    call('GET /admin/author/list', {
      query: {
        name,
        qualification: isWaiting ? 'waiting' : 'all',
        current: String(current),
        size: String(pageSize),
      },
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
    setVerified(undefined);
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
          onSearch={(text) => {
            const { name: _, ...rest } = chosen;
            setQuery(text.trim() ? { ...rest, name: text.trim() } : rest);
          }}
        />
        <Segmented<'all' | 'waiting'>
          aria-label="执业资格"
          value={isWaiting ? 'waiting' : 'all'}
          options={[
            { value: 'all', label: '全部' },
            { value: 'waiting', label: '资格待核实' },
          ]}
          onChange={(next) =>
            setQuery({ ...(name && { name }), ...(next === 'waiting' && { qualification: next }) })
          }
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
          columns={columnsOf({
            onEdit: setEdited,
            onMerge: setMerged,
            onDelete: remove,
            onVerify: setVerified,
          })}
          locale={{
            emptyText: isLoading ? (
              <Void title="正在取作者 …" />
            ) : isWaiting && !name ? (
              <Void title="没有待核实的执业资格">
                <p>作者填写执业编号和所属机构后，会出现在这里。</p>
              </Void>
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
            onChange: (page) => setQuery({ ...chosen, current: String(page) }),
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
      {verified && (
        <QualificationDialog author={verified} onClose={() => setVerified(undefined)} onDone={settle} />
      )}
      {merged && <MergeDialog author={merged} onClose={() => setMerged(undefined)} onDone={settle} />}
    </>
  );
}
