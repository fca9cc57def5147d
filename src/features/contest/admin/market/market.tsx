import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { Row } from '#admin/parts/layout/page.tsx';
import { Health } from './health.tsx';
import { Imports } from './imports.tsx';
import { Source } from './source.tsx';

const parts = [
  { value: 'health', label: '状况', Part: Health },
  { value: 'import', label: '导入', Part: Imports },
  { value: 'source', label: '行情源', Part: Source },
];

export function Market() {
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
