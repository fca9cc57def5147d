import { useState } from 'react';
import { FileItem, ImportReport, importFormOf, toImportBody } from '#admin/parts/form/import-dialog.tsx';
import { CheckItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { RedirectImport } from '../schema.ts';

const importForm = importFormOf('旧地址文件', 10);

/** Imports redirects from a CSV file, and reports each line that could not be used. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [report, setReport] = useState<RedirectImport>();
  const save = useSave('POST /admin/redirect/import', {
    schema: importForm,
    initial: { file: undefined as File | undefined, isExternal: false },
    toBody: ({ file, isExternal }) => toImportBody(file, { isExternal: String(isExternal) }),
    onSaved: setReport,
  });
  if (report) return <ImportReport title="导入旧地址" report={report} onClose={onClose} />;
  return (
    <FormDialog save={save} title="导入旧地址" okText="导入" onClose={onClose}>
      <FileItem label="旧地址文件" accept=".csv,text/csv" note="CSV，任何编码，最多 5 万行、5 MB" />
      <Quiet>第一行是“来源,目标,状态”，之后一行一个。状态是 301、302 或 410，不写就是 301。</Quiet>
      <CheckItem name="isExternal">文件里有转到其他网站的地址</CheckItem>
    </FormDialog>
  );
}
