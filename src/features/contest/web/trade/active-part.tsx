import { changeOf, type Tone, toneOf, writePrice, writeReturn } from '#shared/market.ts';
import { Section } from '#ui/layout/section.tsx';
import { Link } from '#ui/link.tsx';
import { SectionError, SectionNote } from '#ui/states/notice.tsx';
import { Figure } from '#web/parts/market/figure.tsx';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import { useLoad } from '#web/parts/use-load.ts';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import { useFetchCall } from '#web/site.ts';
import s from './active-part.module.css';
import { type TradeChoice, tradeAddress } from './trade-data.ts';

const refreshMs = 15_000;

/** The most traded securities, as a start for players without a code in mind. */
export function ActivePart({ seasonId, choice }: { seasonId: string; choice: TradeChoice }) {
  const load = useFetchCall();
  const { data, error, reload, retry } = useLoad(seasonId, () =>
    load('GET /reception/contest/active', { seasonId }, { isSilent: true }),
  );
  useWhileVisible(reload, refreshMs);
  return (
    <Section first id="active" tone="side" title="成交活跃">
      {data?.length === 0 && <SectionNote>有了行情后，成交最多的模拟证券列在这里。</SectionNote>}
      {data && data.length > 0 && (
        <SecurityList
          label="成交活跃的模拟证券"
          items={data.map(({ code, name, last, previousClose }) => {
            const change = changeOf(last, previousClose);
            return {
              code,
              name,
              href: tradeAddress({ ...choice, code }),
              last: writePrice(last),
              change: writeReturn(change),
              tone: toneOf(change),
              isCurrent: code === choice.code,
            };
          })}
        />
      )}
      {!data && (error ? <SectionError noun="成交活跃的证券" onRetry={retry} /> : <TextSkeleton count={6} />)}
    </Section>
  );
}

interface ListedSecurity {
  code: string;
  name: string;
  href: string;
  last: string;
  change: string;
  tone: Tone;
  isCurrent: boolean;
}

function SecurityList({ label, items }: { label: string; items: readonly ListedSecurity[] }) {
  return (
    <ul className={s.list} aria-label={label}>
      {items.map(({ code, name, href, last, change, tone, isCurrent }) => (
        <li key={code}>
          <Link href={href} aria-current={isCurrent ? 'true' : undefined}>
            <span className={s.name}>{name}</span>
            <Figure className={s.code}>{code}</Figure>
            <Figure className={s.last}>{last}</Figure>
            <Figure className={s.change} tone={tone}>
              {change}
            </Figure>
          </Link>
        </li>
      ))}
    </ul>
  );
}
