import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { PageHead } from '../../parts/page-head.tsx';
import s from './contest.module.css';
import { Instruments } from './market/instruments.tsx';
import { Market } from './market/market.tsx';
import { Rules } from './market/rules.tsx';
import { Seasons } from './seasons.tsx';

const tabs = [
  { key: 'seasons', label: '赛季', children: <Seasons /> },
  { key: 'market', label: '行情', children: <Market /> },
  { key: 'instruments', label: '证券', children: <Instruments /> },
  { key: 'rules', label: '交易规则', children: <Rules /> },
];

/** The simulated contest: its seasons, and the market they are played on. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find(({ key }) => key === query.get('tab'))?.key ?? 'seasons';
  return (
    <>
      <PageHead title="股神争霸" />
      <p className={s.lead}>模拟炒股比赛：资金、成交和名次全是模拟的，不涉及真实交易。</p>
      <Tabs
        activeKey={tab}
        aria-label="股神争霸"
        destroyOnHidden
        onChange={(key) => setQuery(key === 'seasons' ? {} : { tab: key })}
        items={tabs}
      />
    </>
  );
}
