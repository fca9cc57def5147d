import { Filters } from '#ui/controls/filters.tsx';
import { Select } from '#ui/controls/menu.tsx';
import { DeskBar } from '../../parts/page-head.tsx';
import { addressOf, type ListChoice, type Span } from './list-choice.ts';

const spans: Record<Span, string> = { '': '不限时间', week: '近一周', month: '近一月' };

interface ListFiltersProps {
  path: string;
  choice: ListChoice;
  /** Tags on offer; without any the periods take their place. */
  tags: readonly string[];
}

/** Narrows a list by tag and period. Every filter is a link, so it works without script and can be shared. */
export function ListFilters({ path, choice, tags }: ListFiltersProps) {
  const { tag, period } = choice;
  const periods = (['', 'week', 'month'] as const).map((each) => ({
    label: spans[each],
    href: addressOf(path, { tag, period: each }),
    current: each === period,
  }));
  if (tags.length === 0)
    return (
      <DeskBar joined>
        <Filters oneLine label="时间" items={periods} />
      </DeskBar>
    );
  const items = ['', ...tags].map((each) => ({
    label: each || '全部',
    href: addressOf(path, { tag: each, period }),
    current: each === tag,
  }));
  return (
    <DeskBar joined end={<Select quiet label="时间" items={periods} />}>
      <Filters oneLine label="标签" items={items} />
    </DeskBar>
  );
}
