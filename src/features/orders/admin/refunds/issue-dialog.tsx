import { Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { call } from '#admin/api.ts';
import { useAction } from '#admin/parts/data.ts';
import { Facts, Quiet, Row } from '#admin/parts/layout/page.tsx';
import { FileButton } from '#admin/parts/media/file-button.tsx';
import { toasts } from '#client/toasts.ts';
import { formatFen } from '#shared/money.ts';
import { type AdminInvoice, issueInput } from '../../schema.ts';

const maxBytes = 5 * 1024 * 1024;

/** Uploads the file of an invoice issued elsewhere, for its buyer to download. */
export function IssueDialog({ invoice, onClose }: { invoice: AdminInvoice; onClose: () => void }) {
  const form = useId();
  const { run, isRunning } = useAction(
    (values: Issued) => issue(invoice.id, values),
    () => {
      toasts.success('发票已开，买家可以下载');
      onClose();
    },
  );
  return (
    <Modal
      open
      title="开票"
      okText="交给买家"
      okButtonProps={{ htmlType: 'submit', form }}
      confirmLoading={isRunning}
      onCancel={onClose}
      width={460}
    >
      <Facts
        facts={[
          ['抬头', invoice.title],
          ['税号', invoice.taxNumber || null],
          ['金额', formatFen(invoice.amount)],
          ['项目', invoice.orderTitle],
        ]}
      />
      <Form<Issued> id={form} layout="vertical" onFinish={(values) => void run(values)}>
        <Form.Item
          name="number"
          label="发票号码"
          rules={[{ required: true, message: '请填写发票号码' }, { validator: checkNumber }]}
        >
          <Input maxLength={20} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="file"
          label="发票文件"
          extra="PDF 或 OFD，最多 5 MB。"
          rules={[{ required: true, message: '请选择发票文件' }, { validator: checkSize }]}
        >
          <FileInput />
        </Form.Item>
      </Form>
    </Modal>
  );
}

type Issued = { number: string; file: File };

function issue(id: string, { number, file }: Issued) {
  const body = new FormData();
  body.append('id', id);
  body.append('number', number.trim());
  body.append('file', file, file.name);
  return call('POST /admin/invoice/issue', { body });
}

async function checkNumber(_: unknown, number = ''): Promise<void> {
  const read = issueInput.shape.number.safeParse(number);
  if (!read.success) throw new Error(read.error.issues[0]?.message);
}

async function checkSize(_: unknown, file: File | undefined): Promise<void> {
  if (file && file.size > maxBytes) throw new Error('文件超过 5 MB');
}

const FileInput = ({ value, onChange }: { value?: File; onChange?: (file: File | undefined) => void }) => (
  <Row>
    <FileButton kind="invoice" onFiles={([file]) => onChange?.(file)}>
      {value ? '换一个文件' : '选择发票文件'}
    </FileButton>
    {value && <Quiet>{value.name}</Quiet>}
  </Row>
);
