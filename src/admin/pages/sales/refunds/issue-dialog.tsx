import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { StaffInvoice } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { call } from '../../../api.ts';
import s from '../sales.module.css';

const mostBytes = 5 * 1024 * 1024;

/** Takes the file of an invoice that was made out elsewhere, and hands it to its buyer. */
export function IssueDialog({
  invoice,
  onClose,
  onDone,
}: {
  invoice: StaffInvoice;
  onClose: () => void;
  onDone: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [isBusy, setIsBusy] = useState(false);
  const isTooLarge = file !== undefined && file.size > mostBytes;
  const submit = async () => {
    if (!file) return;
    setIsBusy(true);
    try {
      const body = new FormData();
      body.append('id', invoice.id);
      body.append('file', file, file.name);
      await call('POST /admin/invoice/issue', { body });
      toasts.success('发票已开，买家可以下载');
      onDone();
    } catch {
      // The person has been told in an alert; the file stays chosen.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title="开票"
      okText="交给买家"
      okButtonProps={{ disabled: file === undefined || isTooLarge }}
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onClose}
      width={460}
    >
      <div className={s.form}>
        <dl className={s.facts}>
          <dt>抬头</dt>
          <dd>{invoice.title}</dd>
          {invoice.taxNumber && (
            <>
              <dt>税号</dt>
              <dd>{invoice.taxNumber}</dd>
            </>
          )}
          <dt>金额</dt>
          <dd>{formatFen(invoice.amount)}</dd>
          <dt>项目</dt>
          <dd>{invoice.orderTitle}</dd>
        </dl>
        <div className={s.acts}>
          <Button onClick={() => field.current?.click()}>{file ? '换一个文件' : '选择发票文件'}</Button>
          <input
            ref={field}
            type="file"
            hidden
            accept=".pdf,.ofd"
            aria-label="发票文件"
            onChange={({ target }) => {
              setFile(target.files?.[0]);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
        </div>
        <p className={isTooLarge ? s.fault : s.quiet} aria-live="polite">
          {isTooLarge ? '文件超过 5 MB' : (file?.name ?? 'PDF 或 OFD，最多 5 MB。')}
        </p>
      </div>
    </Modal>
  );
}
