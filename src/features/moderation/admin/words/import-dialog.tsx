import { useState } from 'react';
import { FileItem, ImportReport, importFormOf, toImportBody } from '#admin/parts/form/import-dialog.tsx';
import { TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { WordImport, WordRecord } from '../../words/schema.ts';
import { LevelItem } from './level-item.tsx';

const importForm = importFormOf('词表文件', 5);
const emptyForm = {
  file: undefined as File | undefined,
  level: 'review' as WordRecord['level'],
  category: '',
};

/** Imports a list of words, and reports each line that could not be used. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [report, setReport] = useState<WordImport>();
  const save = useSave('POST /admin/word/import', {
    schema: importForm,
    initial: emptyForm,
    toBody: ({ file, ...fields }) => toImportBody(file, fields),
    onSaved: setReport,
  });
  if (report) return <ImportReport title="导入词表" report={report} onClose={onClose} />;
  return (
    <FormDialog save={save} title="导入词表" okText="导入" onClose={onClose}>
      <FileItem
        label="词表文件"
        accept=".txt,.csv,text/plain,text/csv"
        note="TXT 或 CSV，任何编码，最多 5 MB"
      />
      <Quiet>一行一个词；也可以写成“词,级别,分类”。没写级别的按下面的算：</Quiet>
      <LevelItem />
      <TextItem name="category" label="分类（可不填）" />
    </FormDialog>
  );
}
