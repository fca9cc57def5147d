import { Select } from 'antd';
import { useNavigate } from 'react-router';
import { createInput } from '#features/posts/manage/schema.ts';
import { Item } from './form/items.tsx';
import { FormDialog } from './form/save-form.tsx';
import { useSave } from './form/use-save.ts';
import { useOwnColumns } from './use-columns.ts';

export function NewPostDialog({ columnId, onClose }: { columnId: string | undefined; onClose: () => void }) {
  const navigate = useNavigate();
  const options = useOwnColumns()
    .filter(({ kind }) => kind !== 'reference')
    .map(({ id, columnName }) => ({ value: id, label: columnName }));
  const save = useSave('POST /admin/post/create', {
    schema: createInput,
    initial: { columnId: columnId ?? options.find(({ value }) => value !== '1')?.value ?? '' },
    onSaved: ({ id }) => void navigate(`/posts/${id}`),
  });
  return (
    <FormDialog
      save={save}
      title="写新稿"
      okText="开始写"
      // Until the columns have arrived no column is chosen.
      okProps={{ disabled: options.length === 0 }}
      width={420}
      onClose={onClose}
    >
      <Item name="columnId" label="放在哪个栏目">
        <Select options={options} showSearch={{ optionFilterProp: 'label' }} placeholder="选择栏目" />
      </Item>
    </FormDialog>
  );
}
