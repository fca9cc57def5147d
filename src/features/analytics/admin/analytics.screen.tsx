import { Segmented } from 'antd';
import { Link } from 'react-router';
import { PeriodPicker } from '#admin/parts/form/pickers.tsx';
import { Page, Quiet } from '#admin/parts/layout/page.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { trendQuery } from '../schema.ts';
import { Origins } from './origins.tsx';
import { Ranking } from './ranking.tsx';
import { SearchWords } from './search-words.tsx';
import { Today } from './start.today.slot.tsx';
import { Trend } from './trend.tsx';
import { useSubject } from './use-subject.ts';

/** Analytics: today's figures, a trend of the site or of one subject, the most read posts, and the search terms. */
export function Screen() {
  const { subject, linkTo } = useSubject();
  const isSite = subject.scope === 'site';
  return (
    <Page title="数据" tools={<PeriodFilter />}>
      {isSite ? (
        <Today />
      ) : (
        <Quiet>
          <Link className="link" to={linkTo()}>
            ‹ 回到全站
          </Link>
        </Quiet>
      )}
      <Trend subject={subject} />
      {subject.scope !== 'post' && <Ranking subject={subject} />}
      {isSite && <Origins />}
      {isSite && <SearchWords />}
    </Page>
  );
}

const presetDays = [7, 30, 90];
/** Maximum number of days of a ranking. */
const maxDays = 92;

/** Selects the period of the figures: a preset or any range of days; the last 30 days by default. */
function PeriodFilter() {
  const { values, set } = useFilters(trendQuery);
  const [first, last] = lastDays(30);
  const { from = first, to = last } = values;
  const preset = presetDays.find((days) => lastDays(days).join() === [from, to].join());
  const choose = ([start, end]: readonly [string, string]) => set({ from: start, to: end });
  return (
    <>
      <Segmented
        aria-label="常用的时间"
        options={presetDays.map((days) => ({ value: days, label: `${days} 天` }))}
        value={preset ?? 0}
        onChange={(days) => choose(lastDays(days))}
      />
      <PeriodPicker
        aria-label="时间"
        value={[from, to]}
        max={dayOf(new Date())}
        maxDays={maxDays}
        onChange={([start, end]) => start && end && choose([start, end])}
      />
    </>
  );
}

/** Returns the first and last of the last `count` days, including today. */
function lastDays(count: number, now = new Date()): [string, string] {
  return [dayOf(new Date(now.getTime() - (count - 1) * dayMs)), dayOf(now)];
}
