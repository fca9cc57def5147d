import { useSave } from '#admin/parts/form/use-save.ts';
import { type AdminColumn, createInput, saveInput } from '../manage/schema.ts';
import { emptyDraft, toValues } from './column-draft.ts';
import { ColumnForm } from './column-form.tsx';
import s from './columns.module.css';
import { DeleteColumn } from './delete-column.tsx';
import { OrderSteps } from './order-steps.tsx';

type Props = {
  column: AdminColumn;
  columns: AdminColumn[];
  isBusy: boolean;
  onArrange: (order: AdminColumn[]) => void;
  onLeave: () => void;
};

/** Edits a column; on a narrow screen, where the tree is hidden, also its position. */
export function EditColumn({ column, columns, isBusy, onArrange, onLeave }: Props) {
  const save = useSave('POST /admin/column/save', {
    schema: saveInput,
    initial: toValues(column),
    done: '已保存，读者的菜单已更新',
  });
  return (
    <ColumnForm
      save={save}
      column={column}
      columns={columns}
      onLeave={onLeave}
      besideSave={<DeleteColumn column={column} columns={columns} onDeleted={onLeave} />}
    >
      <div className={s.narrow}>
        <OrderSteps columns={columns} chosenId={column.id} isBusy={isBusy} onArrange={onArrange} />
      </div>
    </ColumnForm>
  );
}

/** Creates a column, last in the menu unless a number is entered. */
export function NewColumn({
  columns,
  onLeave,
  onSaved,
}: Pick<Props, 'columns' | 'onLeave'> & { onSaved: (id: string) => void }) {
  const save = useSave('POST /admin/column/create', {
    schema: createInput,
    initial: emptyDraft,
    toBody: ({ listOrder, ...values }) => ({ ...values, ...(listOrder !== null && { listOrder }) }),
    done: '栏目已建立',
    onSaved: ({ id }) => onSaved(id),
  });
  return <ColumnForm save={save} columns={columns} onLeave={onLeave} />;
}
