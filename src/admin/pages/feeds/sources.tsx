import { Alert, App, Button, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { FeedSource } from '#features/feeds/schema.ts';
import { formatBadge } from '#ui/marks/badge.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showTime } from '../../parts/show-time.ts';
import { faultOf, type Load } from '../../parts/use-load.ts';
import s from './feeds.module.css';
import { SourceDialog } from './source-dialog.tsx';

type Outcome = { name: string; added: number; error: string };

/** Where things come from: each with what was wrong the last time it was asked. */
export function Sources({ sources: { data, fault, isLoading, reload } }: { sources: Load<FeedSource[]> }) {
  const { modal } = App.useApp();
  const [edited, setEdited] = useState<FeedSource | 'new'>();
  const [fetching, setFetching] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const fetchNow = async ({ id, name }: Pick<FeedSource, 'id' | 'name'>) => {
    setFetching(id);
    try {
      setOutcome({ name, ...(await call('POST /admin/feed/fetch', { body: { id }, silent: true })) });
    } catch (error) {
      setOutcome({ name, added: 0, error: faultOf(error).message });
    }
    setFetching(undefined);
    reload();
  };
  const remove = ({ id, name }: FeedSource) =>
    modal.confirm({
      title: `删除订阅源“${name}”？`,
      content: '等待处理的来稿会一起删除，已经采用的稿件不受影响。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/feed/delete', { body: { id }, silent: true });
          reload();
        } catch (error) {
          toasts.error(faultOf(error).message);
        }
      },
    });
  return (
    <>
      <div className={s.filters}>
        <Button type="primary" onClick={() => setEdited('new')}>
          添加订阅源
        </Button>
      </div>
      {outcome && (
        <Alert
          className={s.report ?? ''}
          role="status"
          type={outcome.error ? 'error' : 'success'}
          showIcon
          title={
            outcome.error
              ? `“${outcome.name}”没有抓取成：${outcome.error}`
              : outcome.added > 0
                ? `“${outcome.name}”有 ${outcome.added} 条新来稿`
                : `“${outcome.name}”没有新的来稿`
          }
          closable={{ onClose: () => setOutcome(undefined), 'aria-label': '关闭' }}
        />
      )}
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <Table<FeedSource>
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={data ?? []}
          columns={columnsOf({ fetching, onFetch: fetchNow, onEdit: setEdited, onRemove: remove })}
          pagination={false}
          locale={{
            emptyText: (
              <Void title={isLoading ? '正在取订阅源 …' : '还没有订阅源'}>
                {!isLoading && <p>填一个 RSS 或 Atom 地址，它的新文章会自动进入来稿。</p>}
              </Void>
            ),
          }}
        />
      )}
      <SourceDialog
        source={edited}
        onClose={() => setEdited(undefined)}
        onSaved={(saved) => {
          setEdited(undefined);
          void fetchNow(saved);
        }}
      />
    </>
  );
}

type RowActs = {
  fetching: string | undefined;
  onFetch: (source: FeedSource) => void;
  onEdit: (source: FeedSource) => void;
  onRemove: (source: FeedSource) => void;
};

/** A narrow screen has what can be done below the name. */
const columnsOf = (acts: RowActs): TableColumnsType<FeedSource> => [
  {
    title: '订阅源',
    key: 'name',
    render: (_, source) => (
      <>
        <span className={s.name}>
          {source.name}
          {!source.isActive && '（已停用）'}
        </span>
        <span className={`${s.below} ${s.two}`}>{source.url}</span>
        {source.lastError && (
          <span className={`${s.below} ${s.fault}`}>
            {source.failures > 1 && `连续 ${source.failures} 次：`}
            {source.lastError}
          </span>
        )}
        <span className={s.phone}>
          <Acts source={source} acts={acts} />
        </span>
      </>
    ),
  },
  { title: '栏目', dataIndex: 'columnName', width: 120, responsive: ['md'], ellipsis: true },
  {
    title: '间隔',
    dataIndex: 'intervalMinutes',
    width: 90,
    responsive: ['lg'],
    render: (minutes: number) => `${minutes} 分钟`,
  },
  {
    title: '待处理',
    key: 'pending',
    width: 80,
    responsive: ['md'],
    align: 'right',
    render: (_, { pending }) => formatBadge(pending),
  },
  {
    title: '上次 / 下次',
    key: 'times',
    width: 130,
    responsive: ['lg'],
    render: (_, { lastFetchedAt, nextFetchAt, isActive }) => (
      <>
        {lastFetchedAt ? <time dateTime={lastFetchedAt}>{showTime(lastFetchedAt)}</time> : '还没有'}
        {isActive && (
          <time className={s.below} dateTime={nextFetchAt}>
            {showTime(nextFetchAt)}
          </time>
        )}
      </>
    ),
  },
  {
    title: '操作',
    key: 'acts',
    width: 200,
    responsive: ['md'],
    render: (_, source) => <Acts source={source} acts={acts} />,
  },
];

function Acts({
  source,
  acts: { fetching, onFetch, onEdit, onRemove },
}: {
  source: FeedSource;
  acts: RowActs;
}) {
  const { id, name } = source;
  return (
    <span className={s.acts}>
      <Button
        size="small"
        type="text"
        loading={fetching === id}
        aria-label={`抓取“${name}”`}
        onClick={() => onFetch(source)}
      >
        抓取
      </Button>
      <Button size="small" type="text" aria-label={`修改“${name}”`} onClick={() => onEdit(source)}>
        修改
      </Button>
      <Button size="small" type="text" danger aria-label={`删除“${name}”`} onClick={() => onRemove(source)}>
        删除
      </Button>
    </span>
  );
}
