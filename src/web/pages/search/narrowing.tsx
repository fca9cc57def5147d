import { useNavigate } from 'react-router';
import type { Column } from '#features/columns/schema.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Checkbox, Radio } from '#ui/controls/field.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { useSurroundings } from '../../site.ts';
import type { Answers } from './load-search.ts';
import { choiceAddress, isNarrowed, noChoice, type SearchChoice } from './search-choice.ts';
import { Chip, FacetGroup, Facets } from './search-parts.tsx';

type NarrowingProps = { choice: SearchChoice; answers: Answers | null };

const path = '/search';

/** Goes to the same search with something changed, from its first page. */
function useChange(choice: SearchChoice) {
  const navigate = useNavigate();
  return (change: Partial<SearchChoice>) =>
    void navigate(choiceAddress(path, { ...choice, ...change, current: 1 }));
}

const typeLabels: Record<SearchChoice['type'], string> = {
  all: '全部',
  news: '资讯',
  article: '文章',
  reference: '内参',
  author: '作者',
};

/** Kinds of answers, with how many there are of each. */
export function TypeTabs({ choice, answers }: NarrowingProps) {
  const counts = countsOf(answers);
  const types = Object.keys(typeLabels) as SearchChoice['type'][];
  // Not every publisher has references: without any there is no tab for them.
  const shown = types.filter((type) => type !== 'reference' || choice.type === type || counts.get(type));
  return (
    <TabNav
      label="类型"
      items={shown.map((type) => ({
        label: typeLabels[type],
        href: choiceAddress(path, { ...choice, type, current: 1 }),
        count: counts.get(type),
        current: type === choice.type,
      }))}
    />
  );
}

function countsOf(answers: Answers | null): Map<string, number> {
  const counts = new Map(answers?.facets.types.map(({ type, count }) => [type, count]));
  const pieces = [...counts].filter(([type]) => type !== 'author' && type !== 'all');
  if (pieces.length > 0)
    counts.set(
      'all',
      pieces.reduce((sum, [, count]) => sum + count, 0),
    );
  return counts;
}

/** What narrows the answers: where the word stands, column, time. */
export function Narrowing({ choice, answers }: NarrowingProps) {
  const change = useChange(choice);
  return (
    <Facets>
      <FacetGroup title="范围">
        <Checkbox
          checked={choice.field === 'title'}
          onChange={(event) => change({ field: event.target.checked ? 'title' : 'all' })}
        >
          只看标题
        </Checkbox>
      </FacetGroup>
      <ColumnFacet choice={choice} answers={answers} />
      <TimeFacet choice={choice} />
      {isNarrowed(choice) && (
        <ButtonLink size="s" wide href={choiceAddress(path, { ...noChoice, keyword: choice.keyword })}>
          清除筛选
        </ButtonLink>
      )}
    </Facets>
  );
}

function ColumnFacet({ choice, answers }: NarrowingProps) {
  const { columns } = useSurroundings();
  const change = useChange(choice);
  const found = answers?.facets.columns ?? [];
  const chosen = columns.find(({ id }) => id === choice.columnId);
  const isChosenFound = found.some(({ columnId }) => columnId === choice.columnId);
  const shown =
    chosen && !isChosenFound
      ? [{ columnId: chosen.id, columnName: chosen.columnName, count: 0 }, ...found]
      : found;
  if (shown.length === 0) return null;
  return (
    <FacetGroup title="栏目">
      <Radio name="columnId" checked={choice.columnId === ''} onChange={() => change({ columnId: '' })}>
        全部栏目
      </Radio>
      {shown.map(({ columnId, columnName, count }) => (
        <Radio
          key={columnId}
          name="columnId"
          checked={columnId === choice.columnId}
          onChange={() => change({ columnId })}
        >
          <span>{columnName}</span>
          <span className="fig">{formatCount(count)}</span>
        </Radio>
      ))}
    </FacetGroup>
  );
}

const spans = [
  { label: '一周内', days: 7 },
  { label: '一月内', days: 30 },
  { label: '一年内', days: 365 },
];

function TimeFacet({ choice }: { choice: SearchChoice }) {
  const { today } = useSurroundings();
  const change = useChange(choice);
  const isOpen = choice.startTime === '' && choice.endTime === '';
  return (
    <FacetGroup title="时间">
      <Radio name="time" checked={isOpen} onChange={() => change({ startTime: '', endTime: '' })}>
        不限
      </Radio>
      {spans.map(({ label, days }) => {
        const startTime = dayBefore(today, days);
        return (
          <Radio
            key={label}
            name="time"
            checked={choice.startTime === startTime && choice.endTime === ''}
            onChange={() => change({ startTime, endTime: '' })}
          >
            {label}
          </Radio>
        );
      })}
    </FacetGroup>
  );
}

/** What is set, each with a way to drop it; columns and time also show what the facets do not. */
export function Chips({ choice, answers }: NarrowingProps) {
  const { columns } = useSurroundings();
  const change = useChange(choice);
  const chips = chipsOf(choice, answers, columns);
  if (chips.length === 0) return null;
  return (
    <p>
      {chips.map(({ label, without }) => (
        <Chip key={label} label={label} onRemove={() => change(without)} />
      ))}
    </p>
  );
}

type ChipFields = { label: string; without: Partial<SearchChoice> };

function chipsOf(choice: SearchChoice, answers: Answers | null, columns: readonly Column[]): ChipFields[] {
  const { columnId, authorId, author, stockCode, field, startTime, endTime } = choice;
  const column = columns.find(({ id }) => id === columnId)?.columnName ?? `栏目 ${columnId}`;
  const writer = answers?.hits.find((hit) => hit.authorId === authorId)?.authorName ?? author;
  const period = [startTime || '最早', endTime || '今天'].join(' 至 ');
  return [
    columnId && { label: column, without: { columnId: '' } },
    authorId && { label: `作者：${writer || authorId}`, without: { authorId: '', author: '' } },
    stockCode && { label: `股票：${stockCode}`, without: { stockCode: '' } },
    field === 'title' && { label: '只看标题', without: { field: 'all' as const } },
    (startTime || endTime) && { label: period, without: { startTime: '', endTime: '' } },
  ].filter((chip) => chip !== '' && chip !== false);
}

const dayBefore = (today: string, days: number): string =>
  dayOf(new Date(Date.parse(`${today}T00:00:00+08:00`) - days * dayMs));
