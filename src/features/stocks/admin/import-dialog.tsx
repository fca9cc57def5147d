import { useState } from 'react';
import { FileItem, ImportReport, importFormOf, toImportBody } from '#admin/parts/form/import-dialog.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { StockImport } from '../schema.ts';

const importForm = importFormOf('股票表', 2);

/** Imports stocks from a CSV file, and reports each line that could not be used. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [report, setReport] = useState<StockImport>();
  const save = useSave('POST /admin/stock/import', {
    schema: importForm,
    initial: { file: undefined as File | undefined },
    toBody: ({ file }) => toImportBody(file, {}),
    onSaved: setReport,
  });
  if (report) return <ImportReport title="导入股票" report={report} onClose={onClose} />;
  return (
    <FormDialog save={save} title="导入股票" okText="导入" onClose={onClose}>
      <FileItem label="股票表" accept=".csv,text/csv" note="CSV，任何编码，最多 2 万行、2 MB" />
      <Quiet>
        第一行是“代码,名称,市场,别名”，之后一行一只；多个别名用 | 隔开。已有的代码换成文件里的内容。
      </Quiet>
    </FormDialog>
  );
}
