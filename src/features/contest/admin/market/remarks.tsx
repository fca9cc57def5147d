import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { listOf } from '#admin/parts/list/use-pages.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import type { ImportReport } from '../../market/manage/schema.ts';

type Remark = ImportReport['faults'][number];

/**
 * Faulty lines of a CSV file, each with its reason; renders nothing without any. `count` is the total, which may exceed
 * the listed lines.
 */
export function Remarks({ title, remarks, count }: { title: string; remarks: Remark[]; count?: number }) {
  if (remarks.length === 0) return null;
  const rest = (count ?? remarks.length) - remarks.length;
  return (
    <Section title={title}>
      <DataTable
        label={title}
        unit="行"
        list={listOf(remarks)}
        idOf={({ line, reason }) => `${line} ${reason}`}
        columns={[
          { key: 'line', title: '行', width: 100, render: ({ line }) => `第 ${line} 行` },
          { key: 'reason', title: '原因' },
        ]}
      />
      {rest > 0 && <Quiet>还有 {showNumber(rest)} 处没有列出。</Quiet>}
    </Section>
  );
}
