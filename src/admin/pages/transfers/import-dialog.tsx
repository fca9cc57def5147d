import { Alert, Button, Input, Modal, Progress, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '#client/call-error.ts';
import { call } from '../../api.ts';
import { Field } from '../../parts/field.tsx';
import { useColumns } from '../../parts/use-columns.ts';
import { faultOf } from '../../parts/use-load.ts';
import { showBytes } from './show-bytes.ts';
import s from './transfers.module.css';

const mostBytes = 512 * 1024 * 1024;
const encodings = [
  { value: 'auto', label: '自动识别' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'gb18030', label: 'GBK / GB18030' },
  { value: 'big5', label: 'Big5（繁体）' },
  { value: 'utf-16le', label: 'UTF-16' },
];
const fields = [
  ['title', '标题'],
  ['body', '正文'],
  ['publishedAt', '日期'],
  ['author', '作者'],
] as const;

/** How a chosen file is to be read, and its way to the server. Open while there is a file. */
export function ImportDialog(props: { file: File | undefined; onClose: () => void; onDone: () => void }) {
  const { file, onClose, onDone } = props;
  const columns = useColumns();
  const [columnId, setColumnId] = useState('');
  const [encoding, setEncoding] = useState('auto');
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [share, setShare] = useState<number>();
  const [fault, setFault] = useState<string>();
  const sending = useRef<AbortController>(null);
  useEffect(() => {
    if (!file) return;
    setFault(
      file.size > mostBytes ? `文件有 ${showBytes(file.size)}，最多 512 MB；请分成几份导入` : undefined,
    );
    setMapping({});
    setShare(undefined);
  }, [file]);
  const isTable = /\.(?:csv|tsv|txt)$/i.test(file?.name ?? '');
  const close = () => {
    sending.current?.abort();
    onClose();
  };
  const send = async () => {
    if (!file) return;
    const aborter = new AbortController();
    sending.current = aborter;
    setFault(undefined);
    setShare(0);
    const body = new FormData();
    body.append('columnId', columnId);
    body.append('encoding', encoding);
    const named = Object.entries(mapping).filter(([, header]) => header.trim() !== '');
    if (isTable && named.length > 0) body.append('mapping', JSON.stringify(Object.fromEntries(named)));
    body.append('file', file);
    try {
      const { signal } = aborter;
      await call('POST /admin/transfer/import', { body, silent: true, signal, onProgress: setShare });
      onDone();
      onClose();
    } catch (error) {
      if (!isCancelled(error)) setFault(faultOf(error).message);
    } finally {
      setShare(undefined);
    }
  };
  const isBusy = share !== undefined;
  return (
    <Modal
      title="导入内容"
      open={file !== undefined}
      onCancel={close}
      mask={{ closable: !isBusy }}
      width={520}
      destroyOnHidden
      footer={
        <>
          <Button onClick={close}>取消</Button>
          <Button
            type="primary"
            disabled={!file || file.size > mostBytes}
            loading={isBusy}
            onClick={() => void send()}
          >
            {isBusy ? '正在上传' : '开始导入'}
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <p className={s.file}>
          {file?.name}
          <small>{file && showBytes(file.size)}</small>
        </p>
        <Field label="栏目" note="给文件里没有写明栏目的内容；导入的内容按栏目的可见范围立即发布。">
          {(id, noteId) => (
            <Select
              id={id}
              aria-describedby={noteId}
              value={columnId}
              onChange={setColumnId}
              options={[
                { value: '', label: '文件里已写明' },
                ...columns.map((column) => ({ value: column.id, label: column.columnName })),
              ]}
            />
          )}
        </Field>
        <Field label="编码">
          {(id) => <Select id={id} value={encoding} onChange={setEncoding} options={encodings} />}
        </Field>
        {isTable && (
          <details>
            <summary>表头认不出来时，写明哪一列是什么</summary>
            <div className={s.mapping}>
              {fields.map(([name, label]) => (
                <Field key={name} label={label}>
                  {(id) => (
                    <Input
                      id={id}
                      maxLength={100}
                      placeholder="表头里的名字"
                      value={mapping[name] ?? ''}
                      onChange={({ target }) => setMapping({ ...mapping, [name]: target.value })}
                    />
                  )}
                </Field>
              ))}
            </div>
          </details>
        )}
        {isBusy && <Progress percent={Math.floor(share * 100)} status="active" aria-label="上传进度" />}
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
    </Modal>
  );
}
