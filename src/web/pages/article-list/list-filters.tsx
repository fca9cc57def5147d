import { Filters } from '#ui/controls/filters.tsx';
import { Select } from '#ui/controls/menu.tsx';
import { type ListFilter, type ListPeriod, listFilterAddress } from '../../parts/list-filter.ts';
import { FilterBar } from '../../parts/page-head.tsx';

const periodLabels: Record<ListPeriod, string> = { '': '不限时间', week: '近一周', month: '近一月' };

interface ListFiltersProps {
  path: string;
  filter: ListFilter;
  /** Tags to offer; without any, the periods take their place. */
  tags: readonly string[];
}

/** Filters a list by tag and period. Every filter is a link, so it works without JavaScript and can be shared. */
export function ListFilters({ path, filter, tags }: ListFiltersProps) {
  const { tag, period } = filter;
  const periods = (['', 'week', 'month'] as const).map((option) => ({
    label: periodLabels[option],
    href: listFilterAddress(path, { tag, period: option }),
    current: option === period,
  }));
  if (tags.length === 0)
    return (
      <FilterBar joined>
        <Filters oneLine label="时间" items={periods} />
      </FilterBar>
    );
  const items = ['', ...tags].map((option) => ({
    label: option || '全部',
    href: listFilterAddress(path, { tag: option, period }),
    current: option === tag,
  }));
  return (
    <FilterBar joined end={<Select quiet label="时间" items={periods} />}>
      <Filters oneLine label="标签" items={items} />
    </FilterBar>
  );
}
