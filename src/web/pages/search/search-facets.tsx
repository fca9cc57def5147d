import { useNavigate } from 'react-router';
import type { Column } from '#features/columns/schema.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Checkbox, Radio } from '#ui/controls/field.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { useSiteContext } from '../../site.ts';
import type { SearchResults } from './load-search.ts';
import { isNarrowed, noFilter, type SearchFilter, searchFilterAddress } from './search-filter.ts';
import { Chip, FacetGroup, FacetPanel } from './search-parts.tsx';

type SearchFacetsProps = { filter: SearchFilter; results: SearchResults | null };

const path = '/search';

/** Returns a function that navigates to the changed search, from its first page. */
function useFilterChange(filter: SearchFilter) {
  const navigate = useNavigate();
  return (change: Partial<SearchFilter>) =>
    void navigate(searchFilterAddress(path, { ...filter, ...change, current: 1 }));
}

const typeLabels: Record<SearchFilter['type'], string> = {
  all: '全部',
  news: '资讯',
  article: '文章',
  reference: '内参',
  author: '作者',
};

export function TypeTabs({ filter, results }: SearchFacetsProps) {
  const counts = countByType(results);
  const types = Object.keys(typeLabels) as SearchFilter['type'][];
  // Not every publisher has references; without any, their tab is hidden.
  const shown = types.filter((type) => type !== 'reference' || filter.type === type || counts.get(type));
  return (
    <TabNav
      label="类型"
      items={shown.map((type) => ({
        label: typeLabels[type],
        href: searchFilterAddress(path, { ...filter, type, current: 1 }),
        count: counts.get(type),
        current: type === filter.type,
      }))}
    />
  );
}

function countByType(results: SearchResults | null): Map<string, number> {
  const counts = new Map(results?.facets.types.map(({ type, count }) => [type, count]));
  const postCounts = [...counts].filter(([type]) => type !== 'author' && type !== 'all');
  if (postCounts.length > 0)
    counts.set(
      'all',
      postCounts.reduce((sum, [, count]) => sum + count, 0),
    );
  return counts;
}

/** Filters for the results: matched field, column, time. */
export function SearchFacets({ filter, results }: SearchFacetsProps) {
  const change = useFilterChange(filter);
  return (
    <FacetPanel>
      <FacetGroup title="范围">
        <Checkbox
          checked={filter.field === 'title'}
          onChange={(event) => change({ field: event.target.checked ? 'title' : 'all' })}
        >
          只看标题
        </Checkbox>
      </FacetGroup>
      <ColumnFacet filter={filter} results={results} />
      <TimeFacet filter={filter} />
      {isNarrowed(filter) && (
        <ButtonLink size="s" wide href={searchFilterAddress(path, { ...noFilter, keyword: filter.keyword })}>
          清除筛选
        </ButtonLink>
      )}
    </FacetPanel>
  );
}

function ColumnFacet({ filter, results }: SearchFacetsProps) {
  const { columns } = useSiteContext();
  const change = useFilterChange(filter);
  const found = results?.facets.columns ?? [];
  const chosen = columns.find(({ id }) => id === filter.columnId);
  const isChosenListed = found.some(({ columnId }) => columnId === filter.columnId);
  const shown =
    chosen && !isChosenListed
      ? [{ columnId: chosen.id, columnName: chosen.columnName, count: 0 }, ...found]
      : found;
  if (shown.length === 0) return null;
  return (
    <FacetGroup title="栏目">
      <Radio name="columnId" checked={filter.columnId === ''} onChange={() => change({ columnId: '' })}>
        全部栏目
      </Radio>
      {shown.map(({ columnId, columnName, count }) => (
        <Radio
          key={columnId}
          name="columnId"
          checked={columnId === filter.columnId}
          onChange={() => change({ columnId })}
        >
          <span>{columnName}</span>
          <span className="fig">{formatCount(count)}</span>
        </Radio>
      ))}
    </FacetGroup>
  );
}

const periods = [
  { label: '一周内', days: 7 },
  { label: '一月内', days: 30 },
  { label: '一年内', days: 365 },
];

function TimeFacet({ filter }: { filter: SearchFilter }) {
  const { today } = useSiteContext();
  const change = useFilterChange(filter);
  const isAnyTime = filter.startTime === '' && filter.endTime === '';
  return (
    <FacetGroup title="时间">
      <Radio name="time" checked={isAnyTime} onChange={() => change({ startTime: '', endTime: '' })}>
        不限
      </Radio>
      {periods.map(({ label, days }) => {
        const startTime = daysBefore(today, days);
        return (
          <Radio
            key={label}
            name="time"
            checked={filter.startTime === startTime && filter.endTime === ''}
            onChange={() => change({ startTime, endTime: '' })}
          >
            {label}
          </Radio>
        );
      })}
    </FacetGroup>
  );
}

/** The active filters, each with a button to remove it, including columns and times that the facets do not show. */
export function Chips({ filter, results }: SearchFacetsProps) {
  const { columns } = useSiteContext();
  const change = useFilterChange(filter);
  const chips = toChips(filter, results, columns);
  if (chips.length === 0) return null;
  return (
    <p>
      {chips.map(({ label, cleared }) => (
        <Chip key={label} label={label} onRemove={() => change(cleared)} />
      ))}
    </p>
  );
}

type ChipData = { label: string; cleared: Partial<SearchFilter> };

function toChips(
  filter: SearchFilter,
  results: SearchResults | null,
  columns: readonly Column[],
): ChipData[] {
  const { columnId, authorId, author, stockCode, field, startTime, endTime } = filter;
  const column = columns.find(({ id }) => id === columnId)?.columnName ?? `栏目 ${columnId}`;
  const writer =
    results?.hits.flatMap((hit) => hit.authors).find(({ id }) => id === authorId)?.name ?? author;
  const period = [startTime || '最早', endTime || '今天'].join(' 至 ');
  return [
    columnId && { label: column, cleared: { columnId: '' } },
    authorId && { label: `作者：${writer || authorId}`, cleared: { authorId: '', author: '' } },
    stockCode && { label: `股票：${stockCode}`, cleared: { stockCode: '' } },
    field === 'title' && { label: '只看标题', cleared: { field: 'all' as const } },
    (startTime || endTime) && { label: period, cleared: { startTime: '', endTime: '' } },
  ].filter((chip) => chip !== '' && chip !== false);
}

const daysBefore = (today: string, days: number): string =>
  dayOf(new Date(Date.parse(`${today}T00:00:00+08:00`) - days * dayMs));
