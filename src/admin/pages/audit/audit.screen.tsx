import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AuditEntry } from '#features/audit/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { showTime } from '../../parts/show-time.ts';
import { useLoad } from '../../parts/use-load.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { actionNames } from './action-names.ts';
import s from './audit.module.css';
import { Changes } from './changes.tsx';
import { targetNames, thingNames } from './money-fields.ts';

const scopes = [
  { value: 'actions', label: '编辑部操作' },
  { value: 'security', label: '安全' },
];
const actions = Object.entries(actionNames).map(([value, label]) => ({ value, label }));

/** What staff did and what concerns security, newest first, each with what was there before and after. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const scope = query.get('scope') === 'security' ? 'security' : 'actions';
  const [action, setAction] = useState<string>();
  // Cursors of the pages gone through; the last is the one on screen.
  const [trail, setTrail] = useState<string[]>([]);
  const cursor = trail.at(-1);
  const { data, fault, isLoading, reload } = useLoad(`${scope} ${action} ${cursor}`, (signal) =>
    call('GET /admin/audit/list', { query: { scope, action, cursor, size: '50' }, silent: true, signal }),
  );
  const choose = (chosen: string | undefined) => {
    setAction(chosen);
    setTrail([]);
  };
  return (
    <>
      <PageHead title="操作日志">
        <Segmented
          aria-label="范围"
          options={scopes}
          value={scope}
          onChange={(chosen: string) => {
            setQuery(chosen === 'security' ? { scope: chosen } : {});
            setTrail([]);
          }}
        />
        <Select
          className={s.choice ?? ''}
          aria-label="操作"
          placeholder="全部操作"
          allowClear
          options={actions}
          value={action ?? null}
          onChange={(chosen: string | null) => choose(chosen ?? undefined)}
        />
      </PageHead>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <WideTable<AuditEntry>
          label="操作日志"
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={data?.records ?? []}
          columns={columns}
          pagination={false}
          scroll={{ x: 860 }}
          locale={{ emptyText: <Void title={isLoading ? '正在取操作日志' : '还没有这样的操作'} /> }}
        />
      )}
      {(data?.cursor || trail.length > 0) && (
        <div className={s.pages}>
          <Button disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            较新
          </Button>
          <Button disabled={!data?.cursor} onClick={() => data?.cursor && setTrail([...trail, data.cursor])}>
            较早
          </Button>
        </div>
      )}
    </>
  );
}

const columns = [
  {
    title: '时间',
    dataIndex: 'createdAt',
    width: 130,
    render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
  },
  { title: '成员', dataIndex: 'memberName', width: 140 },
  {
    title: '操作',
    dataIndex: 'action',
    width: 120,
    render: (action: string) => actionNames[action] ?? action,
  },
  { title: '对象', dataIndex: 'target', width: 150, render: (target: string) => <Target target={target} /> },
  {
    title: '前后',
    key: 'changes',
    render: (_: unknown, { target, before, after }: AuditEntry) => (
      <Changes target={target} before={before} after={after} />
    ),
  },
];

function Target({ target }: { target: string }) {
  const [thing = '', id] = target.split(':');
  if (thing === 'visitor') return '—';
  if (thing === 'member')
    return (
      <Link className="link" to={`/members?keyword=${id}`}>
        会员 {id}
      </Link>
    );
  if (thing !== 'post')
    return targetNames[target] ?? (thingNames[thing] ? `${thingNames[thing]} ${id}` : target);
  return (
    <Link className="link" to={`/posts/${id}`}>
      稿件 {id}
    </Link>
  );
}
