import { Input, Modal } from 'antd';
import { useState } from 'react';
import type { MediaFolder } from '#features/media/schema.ts';
import { call } from '../../api.ts';
import { faultOf } from '../../parts/use-load.ts';
import s from './library.module.css';

/** Asks for the name of a folder, a new one or one that is there. */
export function FolderDialog({
  renamed,
  parent,
  onClose,
  onDone,
}: {
  renamed: MediaFolder | undefined;
  parent: MediaFolder | undefined;
  onClose: () => void;
  /** Given the id of a new one. */
  onDone: (created: string | undefined) => void;
}) {
  const [name, setName] = useState(renamed?.name ?? '');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    setFault(undefined);
    try {
      if (renamed) {
        await call('POST /admin/media/renameFolder', { body: { id: renamed.id, name }, silent: true });
        return onDone(undefined);
      }
      const made = await call('POST /admin/media/createFolder', {
        body: { name, ...(parent && { parentId: parent.id }) },
        silent: true,
      });
      onDone(made.id);
    } catch (error) {
      setFault(faultOf(error).message);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      width={400}
      title={renamed ? '文件夹改名' : parent ? `在「${parent.name}」里新建文件夹` : '新建文件夹'}
      okText={renamed ? '改名' : '新建'}
      okButtonProps={{ disabled: name.trim() === '', loading: isBusy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void save();
        }}
      >
        <label className={s.field}>
          文件夹名称
          <Input
            autoFocus
            maxLength={50}
            value={name}
            status={fault ? 'error' : ''}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        {fault && (
          <p className={s.fault} role="alert">
            {fault}
          </p>
        )}
      </form>
    </Modal>
  );
}
