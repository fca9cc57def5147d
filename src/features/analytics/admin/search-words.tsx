import { Segmented } from 'antd';
import { useRead } from '#admin/parts/data.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type Words, wordsQuery } from '../schema.ts';
import { recordList } from './record-list.ts';
import { ServerExport } from './server-export.tsx';

type Word = Words['records'][number];
const kinds = [
  { value: 'all', label: '全部' },
  { value: 'empty', label: '没有结果的' },
];

/** Readers' search terms. A search without results shows what readers miss. */
export function SearchWords() {
  const { values, set } = useFilters(wordsQuery);
  const only = values.only ?? 'all';
  const query = { ...values, only };
  const read = useRead('GET /admin/analytics/searchWords', query, { keepsPrevious: true });
  const tools = (
    <Segmented
      aria-label="哪些搜索词"
      options={kinds}
      value={only}
      onChange={(chosen) => set({ only: chosen === 'all' ? undefined : chosen })}
    />
  );
  return (
    <Section title="搜索词" tools={tools}>
      <DataTable
        label="搜索词"
        list={recordList(read)}
        columns={columns}
        idOf={({ word }) => word}
        empty={<EmptyState title={only === 'empty' ? '搜什么都有结果' : '这些天还没有人搜索'} level={3} />}
        exporter={
          <ServerExport call="GET /admin/analytics/exportSearchWords" query={query} fallback="搜索词.csv" />
        }
      />
      <Quiet>手机号、邮箱等可能关乎个人的词不记。</Quiet>
    </Section>
  );
}

const columns: DataColumn<Word>[] = [
  {
    key: 'word',
    title: '搜索词',
    render: ({ word }) => (
      <a
        className="link"
        href={`/search?keyword=${encodeURIComponent(word)}`}
        target="_blank"
        rel="noreferrer"
      >
        {word}
      </a>
    ),
  },
  {
    key: 'searches',
    title: '次数',
    width: 88,
    align: 'right',
    sort: (a, b) => a.searches - b.searches,
    render: ({ searches }) => showNumber(searches),
  },
  {
    key: 'emptySearches',
    title: '没有结果',
    width: 110,
    align: 'right',
    sort: (a, b) => a.emptySearches - b.emptySearches,
    render: ({ emptySearches }) => showNumber(emptySearches),
  },
];
