import { TabPage } from '#admin/parts/layout/page.tsx';
import { Instruments } from './market/instruments.tsx';
import { Market } from './market/market.tsx';
import { Rules } from './market/rules.tsx';
import { Seasons } from './seasons.tsx';

const tabs = [
  { key: 'seasons', label: '赛季', content: <Seasons /> },
  { key: 'market', label: '行情', content: <Market /> },
  { key: 'instruments', label: '证券', content: <Instruments /> },
  { key: 'rules', label: '交易规则', content: <Rules /> },
];

/** Simulated stock contest: seasons and market. */
export const Screen = () => (
  <TabPage title="股神争霸" about="模拟炒股比赛：资金、成交和名次全是模拟的，不涉及真实交易。" tabs={tabs} />
);
