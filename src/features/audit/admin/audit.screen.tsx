import { Button } from 'antd';
import { Link } from 'react-router';
import { Page } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AuditEntry, auditQuery } from '../schema.ts';
import { actionNames } from './action-names.ts';
import s from './audit.module.css';
import { Changes, changesOf, describeChanges } from './changes.tsx';
import { targetNames, typeNames } from './money-fields.ts';

const scopes = [
  { name: '编辑部操作', filters: {} },
  { name: '安全', filters: { scope: 'security' } },
];
const actions = Object.entries(actionNames).map(([value, label]) => ({ value, label }));

/** Audit log: staff actions and security events, newest first, each with the values before and after. */
export function Screen() {
  const filters = useFilters(auditQuery, { without: ['target'] });
  const list = usePages('GET /admin/audit/list', filters.values);
  const { action, memberId } = filters.values;
  return (
    <Page title="操作日志">
      <SavedViews list="audit" builtIn={scopes} filters={filters} />
      <FilterBar>
        <FilterSelect filters={filters} name="action" label="操作" options={actions} />
        {memberId && (
          <Button onClick={() => filters.set({ memberId: undefined })}>
            只看{list.rows[0]?.memberName ?? `会员 ${memberId}`}，点击看所有人
          </Button>
        )}
      </FilterBar>
      <DataTable
        label="操作日志"
        list={list}
        columns={columnsOf((id) => filters.set({ memberId: id }))}
        expand={{
          render: (entry) => <Changes entry={entry} />,
          isOpen: (entry) => changesOf(entry).length > 0,
        }}
        width={860}
        {...((action || memberId) && { filters })}
        empty={<EmptyState title="还没有这样的操作" />}
      />
    </Page>
  );
}

const nameOf = ({ action }: AuditEntry) => actionNames[action] ?? action;

const columnsOf = (onMember: (id: string) => void): DataColumn<AuditEntry>[] => [
  {
    key: 'createdAt',
    title: '时间',
    width: 130,
    render: ({ createdAt }) => <time dateTime={createdAt}>{showTime(createdAt)}</time>,
  },
  {
    key: 'memberName',
    title: '成员',
    width: 140,
    render: ({ memberId, memberName, keyName }) => (
      <>
        {memberId ? <OpenButton onClick={() => onMember(memberId)}>{memberName}</OpenButton> : memberName}
        {keyName !== null && <span className={s.key}>密钥 {keyName}</span>}
      </>
    ),
    text: ({ memberName, keyName }) => (keyName === null ? memberName : `${memberName}，密钥 ${keyName}`),
  },
  { key: 'action', title: '操作', width: 130, render: nameOf, text: nameOf },
  { key: 'target', title: '对象', width: 150, render: ({ target }) => <Target target={target} /> },
  { key: 'changes', title: '前后', render: (entry) => <Summary entry={entry} />, text: describeChanges },
];

const maxSummaryLength = 80;

/** The first changes of an entry; the expanded row shows all of them. */
function Summary({ entry }: { entry: AuditEntry }) {
  const text = describeChanges(entry);
  return (
    <span className={s.summary}>
      {text.length > maxSummaryLength ? `${text.slice(0, maxSummaryLength)}…` : text || '—'}
    </span>
  );
}

function Target({ target }: { target: string }) {
  const [type = '', id] = target.split(':');
  if (type === 'visitor') return '—';
  if (type === 'member')
    return (
      <Link className="link" to={`/members?keyword=${id}`}>
        会员 {id}
      </Link>
    );
  if (type !== 'post') return targetNames[target] ?? (typeNames[type] ? `${typeNames[type]} ${id}` : target);
  return (
    <Link className="link" to={`/posts/${id}`}>
      稿件 {id}
    </Link>
  );
}
