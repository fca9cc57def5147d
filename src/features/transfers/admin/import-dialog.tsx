import { Alert, Form, Input, Modal, Progress, Select } from 'antd';
import { useId, useRef, useState } from 'react';
import { call } from '#admin/api.ts';
import { messageOf, useAction } from '#admin/parts/data.ts';
import { CheckItem } from '#admin/parts/form/items.tsx';
import { PlainForm } from '#admin/parts/form/plain-form.tsx';
import { Pair } from '#admin/parts/layout/page.tsx';
import { showBytes } from '#admin/parts/media/show-bytes.ts';
import { useOwnColumns } from '#admin/parts/use-columns.ts';
import { isCancelled } from '#client/call-error.ts';
import { usePermit } from '#client/permissions.tsx';
import s from './transfers.module.css';

const maxBytes = 512 * 1024 * 1024;
const encodings = [
  { value: 'auto', label: '自动识别' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'gb18030', label: 'GBK / GB18030' },
  { value: 'big5', label: 'Big5（繁体）' },
  { value: 'utf-16le', label: 'UTF-16' },
];
const headers = [
  ['title', '标题'],
  ['body', '正文'],
  ['publishedAt', '日期'],
  ['author', '作者'],
] as const;

type Values = {
  columnId: string;
  encoding: string;
  isReviewed: boolean;
  mapping?: Record<string, string | undefined>;
};
type ImportProps = { file: File; onClose: () => void; onDone: () => void };

/** Asks for the import options of a file and uploads it. */
export function ImportDialog({ file, onClose, onDone }: ImportProps) {
  const id = useId();
  const upload = useUpload(file, () => {
    onClose();
    onDone();
  });
  const isTooLarge = file.size > maxBytes;
  const error = isTooLarge
    ? `文件有 ${showBytes(file.size)}，最多 512 MB；请分成几份导入`
    : upload.error !== null && !isCancelled(upload.error) && messageOf(upload.error);
  return (
    <Modal
      open
      title="导入内容"
      okText={upload.isRunning ? '正在上传' : '开始导入'}
      okButtonProps={{ htmlType: 'submit', form: id, disabled: isTooLarge }}
      confirmLoading={upload.isRunning}
      mask={{ closable: !upload.isRunning }}
      onCancel={() => {
        upload.abort();
        onClose();
      }}
    >
      <PlainForm<Values>
        id={id}
        name="import"
        aria-label="导入内容"
        initialValues={{ columnId: '', encoding: 'auto', isReviewed: /\.(?:xml|wxr|json)$/i.test(file.name) }}
        onFinish={(values) => void upload.run(values)}
      >
        <p className={s.file}>
          {file.name} <small>{showBytes(file.size)}</small>
        </p>
        <ImportFields isTable={/\.(?:csv|tsv|txt)$/i.test(file.name)} />
        {upload.isRunning && (
          <Progress percent={Math.floor(upload.share * 100)} status="active" aria-label="上传进度" />
        )}
        {error && <Alert type="error" showIcon title={error} role="alert" />}
      </PlainForm>
    </Modal>
  );
}

function ImportFields({ isTable }: { isTable: boolean }) {
  const mayPublish = usePermit('content.publish');
  const columns = useOwnColumns().map(({ id, columnName }) => ({ value: id, label: columnName }));
  return (
    <>
      <Form.Item
        name="columnId"
        label="栏目"
        extra={`给文件里没有写明栏目的内容。${mayPublish ? '没有标明是草稿、私密等的内容，按栏目的可见范围立即发布。' : '你没有发布的权限，导入的内容都存为草稿。'}`}
      >
        <Select options={[{ value: '', label: '文件里已写明' }, ...columns]} />
      </Form.Item>
      <Form.Item name="encoding" label="编码">
        <Select options={encodings} />
      </Form.Item>
      <CheckItem name="isReviewed">先读一遍，核对分类放进哪个栏目后再导入（WordPress、Ghost）</CheckItem>
      {isTable && (
        <details>
          <summary>表头认不出来时，写明哪一列是什么</summary>
          <Pair>
            {headers.map(([name, label]) => (
              <Form.Item key={name} name={['mapping', name]} label={label}>
                <Input maxLength={100} placeholder="表头里的名字" />
              </Form.Item>
            ))}
          </Pair>
        </details>
      )}
    </>
  );
}

/** Uploads the file and reports progress; `abort` cancels. */
function useUpload(file: File, onDone: () => void) {
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const action = useAction((values: Values) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setShare(0);
    const body = toFormData(file, values);
    return call('POST /admin/transfer/import', { body, silent: true, signal, onProgress: setShare });
  }, onDone);
  return { ...action, share, abort: () => controller.current?.abort() };
}

function toFormData(file: File, { columnId, encoding, isReviewed, mapping = {} }: Values): FormData {
  const body = new FormData();
  body.append('columnId', columnId);
  body.append('encoding', encoding);
  body.append('isReviewed', String(isReviewed));
  const filledEntries = Object.entries(mapping).filter(([, header]) => header?.trim());
  if (filledEntries.length > 0) body.append('mapping', JSON.stringify(Object.fromEntries(filledEntries)));
  body.append('file', file);
  return body;
}
