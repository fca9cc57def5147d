import { Button, Modal } from 'antd';
import { useConfirm } from '#admin/parts/layout/confirm.tsx';
import { saveDownload } from '#admin/parts/save-download.ts';
import { copyText } from '#client/use-copy.ts';
import s from './created-codes-dialog.module.css';

export type CreatedCodes = { name: string; codes: string[] };

/** Shows the codes of a new batch once: afterwards they cannot be read again, not even by the server. */
export function CreatedCodesDialog({ name, codes, onClose }: CreatedCodes & { onClose: () => void }) {
  const confirm = useConfirm();
  const confirmClose = () =>
    confirm({
      title: '兑换码都保存好了吗？',
      content: '关闭以后不能再看。',
      okText: '已保存，关闭',
      cancelText: '再看看',
      onOk: onClose,
    });
  const save = () => {
    // One column of letters, digits and hyphens needs no quoting. The byte order mark makes Excel read UTF-8.
    const bytes = new TextEncoder().encode(`\uFEFF${['兑换码', ...codes, ''].join('\r\n')}`).buffer;
    saveDownload({ bytes, name: `兑换码-${name}.csv`, type: 'text/csv' }, '兑换码.csv');
  };
  return (
    <Modal
      open
      title={`${codes.length} 个兑换码`}
      onCancel={confirmClose}
      mask={{ closable: false }}
      width={640}
      footer={[
        <Button key="copy" onClick={() => void copyText(codes.join('\n'))}>
          复制全部
        </Button>,
        <Button key="save" onClick={save}>
          下载 CSV
        </Button>,
        <Button key="close" type="primary" onClick={confirmClose}>
          关闭
        </Button>,
      ]}
    >
      <p>只显示这一次，请现在复制或下载。</p>
      <ul className={s.codes} tabIndex={0} aria-label="兑换码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  );
}
