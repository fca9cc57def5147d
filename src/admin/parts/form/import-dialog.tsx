import { Alert, Button, Modal } from 'antd';
import { z } from 'zod';
import { DropZone } from '#ui/uploads/drop-zone.tsx';
import { Item } from './items.tsx';

/** Schema of a form with one file in the field `file`, checked before it is sent. */
export const importFormOf = (label: string, maxMb: number) =>
  z
    .instanceof(FormData)
    .refine((form) => form.get('file') instanceof File, { path: ['file'], error: `请选择${label}` })
    .refine((form) => sizeOf(form.get('file')) <= maxMb * 1024 * 1024, {
      path: ['file'],
      error: `${label}过大，最多 ${maxMb} MB；请分成几份导入`,
    });

const sizeOf = (file: FormDataEntryValue | null): number => (file instanceof File ? file.size : 0);

/** Returns the body of an import call: the chosen file, if any, and text fields. */
export function toImportBody(file: File | undefined, fields: Record<string, string>): FormData {
  const body = new FormData();
  if (file) body.append('file', file);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
}

type FileItemProps = { label: string; accept: string; note: string };

export const FileItem = ({ label, ...props }: FileItemProps) => (
  <Item name="file" label={label}>
    <FileInput label={label} {...props} />
  </Item>
);

const FileInput = ({
  label,
  accept,
  note,
  value,
  onChange,
}: FileItemProps & { value?: File; onChange?: (file: File) => void }) => (
  <DropZone
    accept={accept}
    label={value ? value.name : `选择或拖入${label}`}
    note={note}
    onFile={(file) => onChange?.(file)}
  />
);

type Report = {
  added: number;
  changed: number;
  unchanged: number;
  failed: number;
  faults: readonly { line: number; message: string }[];
};

/** Says what an import changed, and names each line that could not be used. */
export function ImportReport({
  title,
  report,
  onClose,
}: {
  title: string;
  report: Report;
  onClose: () => void;
}) {
  const { added, changed, unchanged, failed, faults } = report;
  const isEmpty = added + changed + unchanged + failed === 0;
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <Alert
        role="status"
        type={isEmpty || failed > 0 ? 'warning' : 'success'}
        showIcon
        title={
          isEmpty
            ? '没有导入任何内容：文件是空的，或只有表头'
            : `新增 ${added} 个，改动 ${changed} 个，未变 ${unchanged} 个${failed > 0 ? `，${failed} 行没有导入` : ''}`
        }
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
