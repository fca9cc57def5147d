import { Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from './list.module.css';
import type { ListChoice } from './list-choice.ts';
import type { SavedView } from './saved-view.ts';

/** Asks for the name of a view, a new one or one that is there. */
export function ViewDialog({
  view,
  choice: { state, columnId, keyword },
  onClose,
  onDone,
}: {
  view: SavedView | undefined;
  choice: ListChoice;
  onClose: () => void;
  onDone: () => void;
}) {
  const [name, setName] = useState(view?.name ?? '');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isFit = name.trim() !== '';
  const save = async () => {
    if (!isFit) return;
    setIsBusy(true);
    setFault(undefined);
    try {
      const filters = { state, columnId, keyword };
      await call('POST /admin/savedView/save', {
        body: { name, filters, ...(view && { id: view.id }) },
        silent: true,
      });
      onDone();
    } catch (error) {
      setFault(faultOf(error).message);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      width={400}
      title={view ? '视图改名' : '存为视图'}
      okText="保存"
      okButtonProps={{ disabled: !isFit, loading: isBusy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label className={s.field}>
          视图名称
          <Input
            autoFocus
            maxLength={30}
            placeholder="如：研报草稿"
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
