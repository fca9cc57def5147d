import { Segmented } from 'antd';
import { Link } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { showNumber, showShare } from '#admin/parts/show-number.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type RankRow, rankingQuery } from '../schema.ts';
import s from './analytics.module.css';
import { recordList } from './record-list.ts';
import { ServerExport } from './server-export.tsx';
import { type Subject, useSubject } from './use-subject.ts';

const kinds = [
  { value: 'post' as const, label: '稿件' },
  { value: 'column' as const, label: '栏目' },
  { value: 'author' as const, label: '作者' },
];
type Kind = (typeof kinds)[number]['value'];

/** The most read posts, columns or authors; for a column or an author, its posts. */
export function Ranking({ subject: { scope, key } }: { subject: Subject }) {
  const { values, set } = useFilters(rankingQuery, { without: ['columnId', 'authorId'] });
  const isWithin = scope === 'column' || scope === 'author';
  const { order = 'views', ...rest } = values;
  const by: Kind = isWithin ? 'post' : (rest.by ?? 'post');
  const query = { ...rest, by, order, ...(isWithin && { [`${scope}Id`]: key }) };
  const read = useRead('GET /admin/analytics/ranking', query, { keepsPrevious: true });
  const tools = !isWithin && (
    <Segmented
      aria-label="排行对象"
      options={kinds}
      value={by}
      onChange={(chosen) => set({ by: chosen === 'post' ? undefined : chosen })}
    />
  );
  return (
    <Section title={isWithin ? '其中的稿件' : '排行'} tools={tools}>
      <DataTable
        label="排行"
        list={{
          ...recordList(read),
          // The server sorts by one figure in descending order only; clicking the same column head again changes
          // nothing.
          sorting: { by: `-${order}`, set: (to) => to && set({ order: to.replace('-', '') }) },
        }}
        columns={columnsOf(by)}
        idOf={(row) => row.key}
        nameOf={({ title }) => title}
        width={560}
        empty={<EmptyState title="这些天还没有人读" level={3} />}
        exporter={
          <ServerExport call="GET /admin/analytics/exportRanking" query={query} fallback="排行.csv" />
        }
      />
      <Quiet>转化率是来自它的注册人数与读者数之比；点名称看它自己的走势。</Quiet>
    </Section>
  );
}

const number = { align: 'right', width: 90, sort: true } as const;

const columnsOf = (by: Kind): DataColumn<RankRow>[] => [
  {
    key: 'title',
    title: kinds.find(({ value }) => value === by)?.label ?? '',
    render: (row) => <Name by={by} row={row} />,
  },
  { key: 'views', title: '阅读', ...number, render: ({ views }) => showNumber(views) },
  { key: 'readers', title: '读者', ...number, render: ({ readers }) => showNumber(readers) },
  {
    key: 'registrations',
    title: '注册',
    ...number,
    render: ({ registrations }) => showNumber(registrations),
  },
  { key: 'conversion', title: '转化率', ...number, render: ({ conversion }) => showShare(conversion) },
];

function Name({ by, row: { key, title, note } }: { by: Kind; row: RankRow }) {
  const { linkTo } = useSubject();
  return (
    <span className={s.name}>
      <Link className="link" to={linkTo({ scope: by, key })}>
        {title}
      </Link>
      {note && <small>{note}</small>}
    </span>
  );
}
