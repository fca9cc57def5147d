import { Button, Select } from 'antd';
import { useState } from 'react';
import { Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type AdminColumn, deleteInput } from '../manage/schema.ts';

type Props = { column: AdminColumn; columns: AdminColumn[]; onDeleted: () => void };

/** Deletes a column; asks for a target if the column has content. Built-in columns cannot be deleted. */
export function DeleteColumn(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (props.column.isBuiltIn) return null;
  return (
    <>
      <Button danger onClick={() => setIsOpen(true)}>
        删除栏目
      </Button>
      {isOpen && <DeleteDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DeleteDialog({ column, columns, onDeleted, onClose }: Props & { onClose: () => void }) {
  const { draft, scheduled, published, withdrawn } = column.pieces;
  const count = draft + scheduled + published + withdrawn;
  const targets = columns.filter(({ id, kind }) => id !== column.id && kind === column.kind);
  const save = useSave('POST /admin/column/delete', {
    schema: deleteInput,
    initial: { id: column.id },
    done: ({ moved }) => (moved > 0 ? `已删除，${moved} 篇内容已移走` : '已删除'),
    onSaved: onDeleted,
  });
  return (
    <FormDialog
      save={save}
      title={`删除“${column.columnName}”？`}
      okText={count > 0 ? '移走内容并删除' : '删除'}
      isDanger
      width={460}
      onClose={onClose}
    >
      {count === 0 ? (
        <p>栏目里没有内容。删除后它的页面和菜单项立即消失，不能恢复。</p>
      ) : (
        <>
          <p>
            里面有 {count} 篇内容：已发布 {published}、草稿 {draft}、定时 {scheduled}、已撤回 {withdrawn}
            。请选一个同类栏目，全部移过去后再删除。
          </p>
          <Item
            name="moveTo"
            label="移到"
            note="随栏目的可见范围会跟着新栏目变"
            rules={[{ required: true, message: '请选择移到哪个栏目' }]}
            required
          >
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={targets.length > 0 ? '选择栏目' : '没有同类的栏目，请先建一个'}
              options={targets.map(({ id: value, columnName: label }) => ({ value, label }))}
            />
          </Item>
        </>
      )}
    </FormDialog>
  );
}
