import { Modal } from 'antd';
import { useState } from 'react';
import { FolderSelect } from './folder-select.tsx';

type Props = { count: number; onMove: (folderId: string) => void; onClose: () => void };

export function MoveDialog({ count, onMove, onClose }: Props) {
  const [folderId, setFolderId] = useState('0');
  return (
    <Modal
      open
      width={400}
      title={`移动 ${count} 个素材`}
      okText="移动"
      onOk={() => onMove(folderId)}
      onCancel={onClose}
    >
      <FolderSelect aria-label="移到文件夹" value={folderId} onChange={setFolderId} />
    </Modal>
  );
}
