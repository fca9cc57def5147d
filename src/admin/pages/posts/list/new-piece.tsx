import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Permit } from '#client/permissions.tsx';
import { call } from '../../../api.ts';
import { useColumns } from '../../../parts/use-columns.ts';
import s from './list.module.css';

/** Begins a piece: which column it is for decides what it is, so that is asked first. */
export function NewPiece({ columnId }: { columnId: string | undefined }) {
  const columns = useColumns();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const options = columns
    .filter(({ kind }) => kind !== 'reference')
    .map(({ id, columnName }) => ({ value: id, label: columnName }));
  const value = chosen ?? columnId ?? options.find((option) => option.value !== '1')?.value;
  async function begin() {
    if (!value) return;
    setIsBusy(true);
    try {
      const { id } = await call('POST /admin/post/create', { body: { columnId: value } });
      await navigate(`/posts/${id}`);
    } catch {
      // The person has been told in an alert; the dialog stays, so that they can try again.
      setIsBusy(false);
    }
  }
  return (
    <Permit code="content.edit">
      <Button type="primary" onClick={() => setIsOpen(true)}>
        写新稿
      </Button>
      <Modal
        title="写新稿"
        open={isOpen}
        onCancel={() => setIsOpen(false)}
        onOk={() => void begin()}
        okText="开始写"
        okButtonProps={{ disabled: !value }}
        confirmLoading={isBusy}
        width={420}
      >
        <label className={s.field}>
          放在哪个栏目
          <Select
            aria-label="放在哪个栏目"
            options={options}
            value={value ?? null}
            onChange={setChosen}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="选择栏目"
          />
        </label>
      </Modal>
    </Permit>
  );
}
