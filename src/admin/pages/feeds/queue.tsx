import { Alert, Button, Select, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { FeedItem, FeedSource } from '#features/feeds/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showTime } from '../../parts/show-time.ts';
import { useLoad } from '../../parts/use-load.ts';
import s from './feeds.module.css';
import { ItemDrawer } from './item-drawer.tsx';
import { useDecisions } from './use-decisions.ts';

type State = FeedItem['state'];
const states = [
  { value: 'pending', label: '待处理' },
  { value: 'approved', label: '已采用' },
  { value: 'dismissed', label: '已忽略' },
];

/** What came in: looked at, taken or left out, one by one or many at once. */
export function Queue({ sources, onSources }: { sources: FeedSource[]; onSources: () => void }) {
  const [state, setState] = useState<State>('pending');
  const [sourceId, setSourceId] = useState<string>();
  const [trail, setTrail] = useState<string[]>([]);
  const [chosen, setChosen] = useState<string[]>([]);
  const [opened, setOpened] = useState<FeedItem>();
  const cursor = trail.at(-1);
  const { data, fault, isLoading, reload } = useLoad(`${state} ${sourceId} ${cursor}`, (signal) =>
    call('GET /admin/feed/items', { query: { state, sourceId, cursor, size: '30' }, silent: true, signal }),
  );
  const decisions = useDecisions(() => {
    setChosen([]);
    setOpened(undefined);
    reload();
  });
  const turnTo = (pages: string[]) => {
    setChosen([]);
    setTrail(pages);
  };
  const items = data?.records.filter((item) => item.state === state) ?? [];
  const picked = items.filter(({ id }) => chosen.includes(id));
  return (
    <>
      <div className={s.filters}>
        <Select
          aria-label="状态"
          options={states}
          value={state}
          onChange={(value: State) => {
            setState(value);
            turnTo([]);
          }}
        />
        <Select
          className={s.choice ?? ''}
          aria-label="订阅源"
          placeholder="全部订阅源"
          allowClear
          options={sources.map(({ id, name }) => ({ value: id, label: name }))}
          value={sourceId ?? null}
          onChange={(id: string | null) => {
            setSourceId(id ?? undefined);
            turnTo([]);
          }}
        />
        <Button onClick={reload}>刷新</Button>
      </div>
      {decisions.report && (
        <Alert
          className={s.report ?? ''}
          role="status"
          type={decisions.report.faults.length > 0 ? 'warning' : 'success'}
          title={decisions.report.title}
          description={
            decisions.report.faults.length > 0 && (
              <ul>
                {decisions.report.faults.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )
          }
          closable={{ onClose: decisions.forget, 'aria-label': '关闭' }}
        />
      )}
      {picked.length > 0 && (
        <div className={s.bulk} role="toolbar" aria-label="批量操作">
          <span>已选 {picked.length} 条</span>
          <Button
            size="small"
            disabled={decisions.isBusy}
            onClick={() => void decisions.approve(picked, 'published')}
          >
            批量发布
          </Button>
          <Button
            size="small"
            disabled={decisions.isBusy}
            onClick={() => void decisions.approve(picked, 'draft')}
          >
            批量存为草稿
          </Button>
          <Button size="small" disabled={decisions.isBusy} onClick={() => void decisions.dismiss(picked)}>
            批量忽略
          </Button>
        </div>
      )}
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <Table<FeedItem>
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={items}
          columns={columnsOf(setOpened)}
          pagination={false}
          {...(state === 'pending' && {
            rowSelection: {
              selectedRowKeys: chosen,
              onChange: (keys) => setChosen(keys.map(String)),
              getCheckboxProps: ({ title }) => ({ 'aria-label': `选择《${title}》` }) as object,
            },
          })}
          locale={{
            emptyText: isLoading ? (
              <Void title="正在取来稿 …" />
            ) : (
              <Void
                title={state === 'pending' ? '没有等待处理的来稿' : '这里还没有来稿'}
                actions={sources.length === 0 && <Button onClick={onSources}>添加订阅源</Button>}
              >
                <p>订阅源按各自的间隔抓取，新的文章会出现在这里。</p>
              </Void>
            ),
          }}
        />
      )}
      {(data?.cursor || trail.length > 0) && (
        <div className={s.pages}>
          <Button disabled={trail.length === 0} onClick={() => turnTo(trail.slice(0, -1))}>
            较新
          </Button>
          <Button disabled={!data?.cursor} onClick={() => data?.cursor && turnTo([...trail, data.cursor])}>
            较早
          </Button>
        </div>
      )}
      <ItemDrawer item={opened} decisions={decisions} onClose={() => setOpened(undefined)} />
    </>
  );
}

const columnsOf = (onOpen: (item: FeedItem) => void): TableColumnsType<FeedItem> => [
  {
    title: '来稿',
    key: 'title',
    render: (_, item) => (
      <>
        <button type="button" className={s.open} onClick={() => onOpen(item)}>
          {item.title}
        </button>
        <span className={`${s.below} ${s.two}`}>{item.summary}</span>
        <span className={`${s.below} ${s.phone}`}>
          {item.sourceName} · {showTime(item.publishedAt ?? item.fetchedAt)}
        </span>
      </>
    ),
  },
  { title: '订阅源', dataIndex: 'sourceName', width: 140, responsive: ['md'], ellipsis: true },
  {
    title: '原文时间',
    key: 'published',
    width: 120,
    responsive: ['lg'],
    render: (_, { publishedAt }) =>
      publishedAt ? <time dateTime={publishedAt}>{showTime(publishedAt)}</time> : '—',
  },
  {
    title: '收到',
    dataIndex: 'fetchedAt',
    width: 110,
    responsive: ['sm'],
    render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
  },
  {
    title: '稿件',
    key: 'post',
    width: 90,
    responsive: ['md'],
    render: (_, { postId }) =>
      postId ? (
        <Link className="link" to={`/posts/${postId}`}>
          打开
        </Link>
      ) : (
        '—'
      ),
  },
];
