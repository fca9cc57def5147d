import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { Row, TabPage } from '#admin/parts/layout/page.tsx';
import { Health } from './market/health.tsx';
import { Imports } from './market/imports.tsx';
import { Instruments } from './market/instruments.tsx';
import { Rules } from './market/rules.tsx';
import { Source } from './market/source.tsx';
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

const parts = [
  { value: 'health', label: '状况', Part: Health },
  { value: 'import', label: '导入', Part: Imports },
  { value: 'source', label: '行情源', Part: Source },
];

function Market() {
  const [query, setQuery] = useSearchParams();
  const { value, Part } = parts.find((part) => part.value === query.get('part')) ?? {
    value: 'health',
    Part: Health,
  };
  return (
    <>
      <Row>
        <Segmented
          aria-label="行情"
          options={parts.map((part) => ({ value: part.value, label: part.label }))}
          value={value}
          onChange={(part) => setQuery({ tab: 'market', ...(part !== 'health' && { part }) })}
        />
      </Row>
      <Part />
    </>
  );
}
