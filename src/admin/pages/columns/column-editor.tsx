import { useEffect, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskColumn } from '#features/columns/desk/schema.ts';
import { call } from '../../api.ts';
import { faultOf } from '../../parts/use-load.ts';
import { ColumnForm } from './column-form.tsx';
import { DeleteColumn } from './delete-column.tsx';
import { type Draft, emptyDraft, isSame, toDraft } from './draft.ts';
import { OrderSteps } from './order-steps.tsx';

export interface ColumnEditorProps {
  /** Absent for one that is being made. */
  column: DeskColumn | undefined;
  columns: DeskColumn[];
  isBusy: boolean;
  onArrange: (order: DeskColumn[]) => void;
  onDirty: (isChanged: boolean) => void;
  onLeave: () => void;
  onSaved: (id: string) => void;
  onDeleted: () => void;
  /** What is shown is not what is kept any more. */
  onStale: () => void;
}

/** Changes one column, or makes one. What was typed survives a refusal. */
export function ColumnEditor(props: ColumnEditorProps) {
  const { column, columns, isBusy: isArranging, onArrange } = props;
  const { onDirty, onLeave, onSaved, onDeleted, onStale } = props;
  const kept = column ? toDraft(column) : emptyDraft;
  const [change, setChange] = useState<Partial<Draft>>({});
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const draft = { ...kept, ...change };
  const isChanged = !isSame(draft, kept);
  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);

  async function save() {
    setIsBusy(true);
    setFault(undefined);
    const { listOrder, ...rest } = draft;
    try {
      if (column) {
        const body = { ...rest, id: column.id, mark: column.mark, listOrder: listOrder ?? column.listOrder };
        await call('POST /admin/column/save', { body, silent: true });
        toasts.success('已保存，读者的菜单已更新');
        setChange({});
        onSaved(column.id);
      } else {
        const body = { ...rest, ...(listOrder !== null && { listOrder }) };
        const { id } = await call('POST /admin/column/create', { body, silent: true });
        toasts.success('栏目已建立');
        onSaved(id);
      }
    } catch (error) {
      const { message, status } = faultOf(error);
      setFault(status === 409 && column ? `${message}。您的改动还在，下面已换上最新的其他内容。` : message);
      if (status === 409 || status === 404) onStale();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <ColumnForm
      column={column}
      columns={columns}
      draft={draft}
      isChanged={isChanged}
      isBusy={isBusy}
      fault={fault}
      onChange={(next) => {
        setFault(undefined);
        setChange((held) => ({ ...held, ...next }));
      }}
      onSave={() => void save()}
      onLeave={onLeave}
      steps={
        column && (
          <OrderSteps columns={columns} chosen={column.id} isBusy={isArranging} onArrange={onArrange} />
        )
      }
      acts={column && <DeleteColumn column={column} columns={columns} onDeleted={onDeleted} />}
    />
  );
}
