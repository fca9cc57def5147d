import { Link, useSearchParams } from 'react-router';
import { PageHead } from '../../parts/page-head.tsx';
import s from './analytics.module.css';
import { type Choice, readChoice, writeChoice } from './analytics-choice.ts';
import { Period } from './period.tsx';
import { Ranking } from './ranking.tsx';
import { SearchWords } from './search-words.tsx';
import { Today } from './today.tsx';
import { Trend } from './trend.tsx';

/** The numbers: today, some days of the site or of one thing in it, what is read most, what is looked for. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const choice = readChoice(query);
  const { scope, key, from, to } = choice;
  const change = (chosen: Partial<Choice>) => setQuery(writeChoice(query, chosen), { replace: true });
  const isSite = scope === 'site';
  return (
    <>
      <PageHead title="数据">
        <Period from={from} to={to} onChange={change} />
      </PageHead>
      {isSite ? (
        <section className={s.part} aria-label="今日一览">
          <div className={s.partHead}>
            <h2>今日一览</h2>
          </div>
          <Today />
        </section>
      ) : (
        <p className={s.way}>
          <Link className="link" to={`?${writeChoice(query, { scope: 'site', key: '' })}`}>
            ‹ 回到全站
          </Link>
        </p>
      )}
      <Trend scope={scope} of={key} from={from} to={to} />
      {scope !== 'post' && <Ranking choice={choice} onChange={change} />}
      {isSite && <SearchWords from={from} to={to} />}
    </>
  );
}
