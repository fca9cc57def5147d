import { Link } from 'react-router';
import { Page, Quiet } from '#admin/parts/layout/page.tsx';
import { Origins } from './origins.tsx';
import { PeriodFilter } from './period-filter.tsx';
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
