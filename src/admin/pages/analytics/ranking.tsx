import { Segmented } from 'antd';
import { Link, useSearchParams } from 'react-router';
import type { RankRow } from '#features/analytics/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showNumber, showShare } from '../../parts/show-number.ts';
import { useLoad } from '../../parts/use-load.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import s from './analytics.module.css';
import { type By, type Choice, type Order, writeChoice } from './analytics-choice.ts';
import { ExportButton } from './export-button.tsx';

const subjects: { value: By; label: string }[] = [
  { value: 'post', label: '稿件' },
  { value: 'column', label: '栏目' },
  { value: 'author', label: '作者' },
];

/** What is read most: pieces, columns or authors; within a column or an author, their pieces. */
export function Ranking({
  choice,
  onChange,
}: {
  choice: Choice;
  onChange: (change: Partial<Choice>) => void;
}) {
  const { scope, key, from, to, order } = choice;
  const isWithin = scope === 'column' || scope === 'author';
  const by = isWithin ? 'post' : choice.by;
  const query = {
    by,
    order,
    from,
    to,
    ...(scope === 'column' && { columnId: key }),
    ...(scope === 'author' && { authorId: key }),
  };
  const { data, fault, isLoading, reload } = useLoad(JSON.stringify(query), (signal) =>
    call('GET /admin/analytics/ranking', { query, silent: true, signal }),
  );
  return (
    <section className={s.part} aria-label="排行">
      <div className={s.partHead}>
        <h2>{isWithin ? '其中的稿件' : '排行'}</h2>
        {!isWithin && (
          <Segmented
            aria-label="排行对象"
            options={subjects}
            value={by}
            onChange={(chosen) => onChange({ by: chosen })}
          />
        )}
        <ExportButton call="GET /admin/analytics/exportRanking" query={query} fallback="排行.csv" />
      </div>
      {fault ? (
        <Failed message={fault.message} onRetry={reload} level={3} />
      ) : (
        <WideTable<RankRow>
          label="排行的表格"
          rowKey="key"
          size="small"
          loading={isLoading}
          dataSource={data?.records ?? []}
          columns={columnsOf(by, order)}
          onChange={(_, __, sorter) => {
            const chosen = [sorter].flat()[0]?.columnKey as Order | undefined;
            if (chosen) onChange({ order: chosen });
          }}
          pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
          scroll={{ x: 560 }}
          showSorterTooltip={false}
          locale={{ emptyText: <Void title={isLoading ? '正在取排行' : '这些天还没有人读'} level={3} /> }}
        />
      )}
      <p className={s.note}>转化率是来自它的注册人数与读者数之比；点名称看它自己的走势。</p>
    </section>
  );
}

function columnsOf(by: By, order: Order) {
  // The server sorts, by one figure and from the most: a second press on the same head changes nothing.
  const sortable = (name: Order, title: string) => ({
    title,
    key: name,
    dataIndex: name,
    align: 'right' as const,
    width: 84,
    className: s.number ?? '',
    sorter: true,
    sortOrder: order === name ? ('descend' as const) : null,
    sortDirections: ['descend' as const],
  });
  return [
    {
      title: subjects.find(({ value }) => value === by)?.label,
      dataIndex: 'title',
      render: (title: string, row: RankRow) => <Name by={by} row={row} title={title} />,
    },
    { ...sortable('views', '阅读'), render: showNumber },
    { ...sortable('readers', '读者'), render: showNumber },
    { ...sortable('registrations', '注册'), render: showNumber },
    { ...sortable('conversion', '转化率'), render: showShare },
  ];
}

function Name({ by, row, title }: { by: By; row: RankRow; title: string }) {
  const [query] = useSearchParams();
  return (
    <span className={s.name}>
      <Link className="link" to={`?${writeChoice(query, { scope: by, key: row.key })}`}>
        {title}
      </Link>
      {row.note && <small>{row.note}</small>}
    </span>
  );
}
