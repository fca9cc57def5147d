import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import type { WordImport, WordRecord } from '#features/moderation/words/schema.ts';
import { DropZone } from '#ui/uploads/drop-zone.tsx';
import { Item, TextItem } from '../../../parts/form/items.tsx';
import { FormDialog } from '../../../parts/form/save-form.tsx';
import { useSave } from '../../../parts/form/use-save.ts';
import { Quiet } from '../../../parts/layout/page.tsx';
import { LevelItem } from './level-item.tsx';

/** The server's limit in bytes. */
const maxBytes = 5 * 1024 * 1024;
const importForm = z
  .instanceof(FormData)
  .refine((form) => form.get('file') instanceof File, { path: ['file'], error: '请选择词表文件' })
  .refine((form) => !(form.get('file') instanceof File) || (form.get('file') as File).size <= maxBytes, {
    path: ['file'],
    error: '词表文件过大，最多 5 MB；请分成几份导入',
  });
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
    toBody: ({ file, level, category }) => {
      const body = new FormData();
      if (file) body.append('file', file);
      body.append('level', level);
      body.append('category', category);
      return body;
    },
    onSaved: setReport,
  });
  if (report) return <Report report={report} onClose={onClose} />;
  return (
    <FormDialog save={save} title="导入词表" okText="导入" onClose={onClose}>
      <Item name="file" label="词表文件">
        <FileInput />
      </Item>
      <Quiet>一行一个词；也可以写成“词,级别,分类”。没写级别的按下面的算：</Quiet>
      <LevelItem />
      <TextItem name="category" label="分类（可不填）" />
    </FormDialog>
  );
}

const FileInput = ({ value, onChange }: { value?: File; onChange?: (file: File) => void }) => (
  <DropZone
    accept=".txt,.csv,text/plain,text/csv"
    label={value ? value.name : '选择或拖入词表文件'}
    note="TXT 或 CSV，任何编码，最多 5 MB"
    onFile={(file) => onChange?.(file)}
  />
);

function Report({ report, onClose }: { report: WordImport; onClose: () => void }) {
  const { added, changed, unchanged, failed, faults } = report;
  return (
    <Modal
      open
      title="导入词表"
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <Alert
        role="status"
        type={failed > 0 ? 'warning' : 'success'}
        showIcon
        title={`新增 ${added} 个，改动 ${changed} 个，未变 ${unchanged} 个${failed > 0 ? `，${failed} 行没有导入` : ''}`}
        description={
          faults.length > 0 && (
            <ul>
              {faults.map(({ line, message }) => (
                <li key={line}>
                  第 {line} 行：{message}
                </li>
              ))}
              {failed > faults.length && <li>还有 {failed - faults.length} 行</li>}
            </ul>
          )
        }
      />
    </Modal>
  );
}
