import { Alert, Button, Modal, Progress } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { DropZone } from '#ui/uploads/drop-zone.tsx';
import type { AnswerOf, BodyOf, SendKey } from '../data.ts';
import { Quiet } from '../layout/page.tsx';
import { showBytes } from '../media/show-bytes.ts';
import { showNumber } from '../show-number.ts';
import s from './form.module.css';
import { Item } from './items.tsx';
import { FormDialog } from './save-form.tsx';
import { useSave } from './use-save.ts';

/** What an import changed. A call that does not tell new records from changed ones has no `changed`. */
type Report = {
  added: number;
  changed?: number;
  unchanged: number;
  /** Rows that repeat another of the file. */
  skipped?: number;
  failed: number;
  faults: readonly { line: number; message: string }[];
};

type UploadKey = { [K in SendKey]: BodyOf<K> extends FormData ? K : never }[SendKey];
type ReportKey = { [K in UploadKey]: AnswerOf<K> extends Report ? K : never }[UploadKey];

type FileProps = { label: string; accept?: string; note?: string };
type DialogProps<K extends UploadKey> = {
  title: string;
  file: FileProps & { maxMb: number };
  /** What the file contains. */
  about?: ReactNode;
  /** The file that was chosen on the page; otherwise the dialog asks for one. */
  chosen?: File;
  okText?: string;
  /** Initial values of the fields in `children`, which are sent as texts beside the file. */
  initial?: object;
  children?: ReactNode;
  onClose: () => void;
} & (
  | { call: K & ReportKey; onQueued?: never }
  /** For an import that runs in the background: called instead of showing a report. */
  | { call: K; onQueued: (answer: AnswerOf<K>) => void }
);

/**
 * Imports a file, and reports what it changed and each line that could not be used. Closing the dialog cancels the upload.
 */
export function ImportDialog<K extends UploadKey>(props: DialogProps<K>) {
  const { call, title, file, about, chosen, okText = '导入', initial, onQueued, children, onClose } = props;
  const [report, setReport] = useState<Report>();
  const upload = useUpload();
  const save = useSave<K, Values>(call, {
    schema: fileForm(file) as z.ZodType<unknown, unknown> as z.ZodType<unknown, BodyOf<K>>,
    initial: { file: undefined, ...initial },
    toBody: (values) => toFormData({ ...values, file: chosen ?? values.file }) as BodyOf<K>,
    onSaved: onQueued ?? ((answer) => setReport(answer as Report)),
    upload: upload.start,
  });
  if (report) return <ReportDialog title={title} report={report} onClose={onClose} />;
  const isTooLarge = chosen !== undefined && chosen.size > file.maxMb * 1024 * 1024;
  return (
    <FormDialog
      save={save}
      title={title}
      okText={chosen && save.isSaving ? '正在上传' : okText}
      okProps={{ disabled: isTooLarge, loading: save.isSaving }}
      onClose={() => {
        upload.cancel();
        onClose();
      }}
    >
      {chosen ? (
        <p className={s.file}>
          {chosen.name} <small>{showBytes(chosen.size)}</small>
        </p>
      ) : (
        <Item name="file" label={file.label}>
          <FileInput {...file} />
        </Item>
      )}
      {about && <Quiet>{about}</Quiet>}
      {children}
      {save.isSaving && <UploadProgress share={upload.share} />}
      {isTooLarge && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={`文件有 ${showBytes(chosen.size)}，最多 ${file.maxMb} MB；请分成几份导入`}
        />
      )}
    </FormDialog>
  );
}

/** Progress of an upload, which `cancel` ends. */
function useUpload() {
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const start = () => {
    controller.current = new AbortController();
    setShare(0);
    return { signal: controller.current.signal, onProgress: setShare };
  };
  return { share, start, cancel: () => controller.current?.abort() };
}

/** Progress bar of an upload. The server checks the file after the last byte. */
export const UploadProgress = ({ share }: { share: number }) => (
  <Progress
    percent={Math.floor(share * 100)}
    status="active"
    aria-label="上传进度"
    format={() => (share < 1 ? `${Math.floor(share * 100)}%` : '正在核对')}
  />
);

type Values = { file: File | undefined; [field: string]: unknown };

/** Schema of a form with one file in the field `file`, checked before it is sent. */
const fileForm = ({ label, maxMb }: { label: string; maxMb: number }) =>
  z
    .instanceof(FormData)
    .refine((form) => form.get('file') instanceof File, { path: ['file'], error: `请选择${label}` })
    .refine((form) => sizeOf(form.get('file')) <= maxMb * 1024 * 1024, {
      path: ['file'],
      error: `${label}过大，最多 ${maxMb} MB；请分成几份导入`,
    });

const sizeOf = (file: FormDataEntryValue | null): number => (file instanceof File ? file.size : 0);

/** Texts stay texts; an object, such as names of columns, is sent as JSON without what was left empty. */
function toFormData({ file, ...fields }: Values): FormData {
  const body = new FormData();
  if (file) body.append('file', file);
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'object' || value === null) body.append(name, String(value ?? ''));
    else {
      const filled = Object.entries(value).filter(([, text]) => text?.trim());
      if (filled.length > 0) body.append(name, JSON.stringify(Object.fromEntries(filled)));
    }
  }
  return body;
}

type InputProps = FileProps & { value?: File; onChange?: (file: File) => void };
const FileInput = ({ label, accept = '', note, value, onChange }: InputProps) => (
  <DropZone
    accept={accept}
    label={value ? value.name : `选择或拖入${label}`}
    note={note}
    onFile={(file) => onChange?.(file)}
  />
);

const ReportDialog = ({ title, report, onClose }: { title: string; report: Report; onClose: () => void }) => (
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
    <ImportReport role="status" report={report} />
  </Modal>
);

type ReportProps = {
  report: Report;
  /** The imported file, on a page that shows it beside others, and the unit of its records. */
  file?: { name: string; unit: string };
  role?: string;
  /** Shown instead of the faulty lines. */
  children?: ReactNode;
};

/** Says what an import changed, and names each line that could not be used. */
export function ImportReport({ report, file, role, children }: ReportProps) {
  const { added, changed = 0, unchanged, skipped = 0, failed, faults } = report;
  const isEmpty = added + changed + unchanged + skipped + failed === 0;
  const counts = file
    ? countsOf(report, file.unit)
    : `新增 ${added} 个，改动 ${changed} 个，未变 ${unchanged} 个`;
  const title = isEmpty
    ? `没有导入任何内容${file ? '，' : '：'}文件是空的，或只有表头`
    : [counts, failed > 0 && (file ? `没有写入 ${showNumber(failed)} 行` : `${failed} 行没有导入`)]
        .filter(Boolean)
        .join('，');
  return (
    <Alert
      {...(role && { role })}
      type={isEmpty || failed > 0 ? 'warning' : 'success'}
      showIcon
      title={file ? `“${file.name}”：${title}` : title}
      description={
        children ??
        (faults.length > 0 && (
          <ul>
            {faults.map(({ line, message }) => (
              <li key={line}>
                第 {line} 行：{message}
              </li>
            ))}
            {failed > faults.length && <li>还有 {failed - faults.length} 行</li>}
          </ul>
        ))
      }
    />
  );
}

const countsOf = ({ added, unchanged, skipped = 0 }: Report, unit: string): string =>
  [
    `新增或更新 ${showNumber(added)} ${unit}`,
    unchanged > 0 && `没有变化 ${showNumber(unchanged)} ${unit}`,
    skipped > 0 && `重复跳过 ${showNumber(skipped)} ${unit}`,
  ]
    .filter(Boolean)
    .join('，');
