import { Link } from 'react-router';
import { call } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import listStyles from '#admin/parts/list/document-list.module.css';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { StateChip, stateName } from '#admin/parts/post-state-chip.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { ownPagePath } from '#shared/own-page.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { PageRecord } from '../schema.ts';
import { NewPage } from './new-page.tsx';
import s from './pages.module.css';

const nameOf = ({ title }: Pick<PageRecord, 'title'>): string => (title ? `《${title}》` : '没有标题的单页');

/** All pages, the last changed first. */
export function PageList() {
  const list = wholeList(useRead('GET /admin/page/list'));
  return (
    <>
      <FilterBar>
        <NewPage />
      </FilterBar>
      <DataTable
        label="单页"
        unit="个"
        list={list}
        columns={columns}
        nameOf={nameOf}
        changes={changes}
        empty={
          <EmptyState title="还没有单页">
            <p>关于我们、联系我们、招聘、版权声明这样的页面写在这里，再放进页脚。可以从模板开始。</p>
          </EmptyState>
        }
      />
    </>
  );
}

const columns: DataColumn<PageRecord>[] = [
  { key: 'title', title: '标题', render: (page) => <Title page={page} /> },
  { key: 'slug', title: '地址', from: 'md', render: (page) => <Address page={page} /> },
  {
    key: 'state',
    title: '状态',
    width: 140,
    from: 'md',
    render: (page) => <StateChip {...page} />,
    text: stateName,
  },
  { key: 'savedBy', title: '最后修改的人', width: 130, from: 'lg' },
  {
    key: 'updatedAt',
    title: '修改',
    width: 120,
    from: 'lg',
    render: ({ updatedAt }) => <time dateTime={updatedAt}>{showTime(updatedAt)}</time>,
  },
];

/** A narrow screen shows state and address below the title. */
const Title = ({ page }: { page: PageRecord }) => (
  <>
    <Link className={listStyles.title ?? ''} to={`/pages/${page.id}`}>
      {page.title || '没有标题'}
    </Link>
    <span className={listStyles.below}>
      <StateChip {...page} /> <Address page={page} />
    </span>
  </>
);

function Address({ page: { state, slug } }: { page: PageRecord }) {
  if (slug === '') return <span className={s.address}>还没有地址</span>;
  const path = ownPagePath(slug);
  if (state !== 'published') return <span className={s.address}>{path}</span>;
  return (
    <a className={s.address} href={path} target="_blank" rel="noreferrer">
      {path} <span aria-hidden="true">↗</span>
    </a>
  );
}

const changeOne =
  (path: 'POST /admin/page/withdraw' | 'POST /admin/page/delete') => async (ids: string[]) => {
    for (const id of ids) await call(path, { body: { id }, silent: true });
  };

const changes: readonly RowChange<PageRecord>[] = [
  {
    verb: '撤回',
    fits: ({ state }) => state === 'published',
    warning: '读者立即打不开它，页脚里的链接也会藏起来。可以再发布。',
    act: changeOne('POST /admin/page/withdraw'),
  },
  {
    verb: '删除',
    isDanger: true,
    fits: ({ state }) => state !== 'published',
    warning: '它和所有版本都会删除，不能恢复。',
    act: changeOne('POST /admin/page/delete'),
  },
];
