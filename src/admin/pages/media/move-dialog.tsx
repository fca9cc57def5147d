import { Modal } from 'antd';
import { useId, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { call } from '../../api.ts';
import type { FolderBranch } from '../../parts/media/use-folders.ts';
import { FolderSelect } from './folder-select.tsx';
import s from './library.module.css';

/** Puts items into another folder. */
export function MoveDialog({
  ids,
  tree,
  onClose,
  onDone,
}: {
  ids: string[];
  tree: FolderBranch[];
  onClose: () => void;
  onDone: () => void;
}) {
  const field = useId();
  const [folderId, setFolderId] = useState('0');
  const [isBusy, setIsBusy] = useState(false);
  const move = async () => {
    setIsBusy(true);
    try {
      await call('POST /admin/media/move', { body: { ids, folderId } });
      toasts.success(`已移动 ${ids.length} 个素材`);
      onDone();
    } catch {
      // The person has been told in an alert.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      width={400}
      title={`移动 ${ids.length} 个素材`}
      okText="移动"
      okButtonProps={{ loading: isBusy }}
      onOk={() => void move()}
      onCancel={onClose}
    >
      <label className={s.field} htmlFor={field}>
        移到文件夹
        <FolderSelect id={field} tree={tree} value={folderId} onChange={setFolderId} />
      </label>
    </Modal>
  );
}
