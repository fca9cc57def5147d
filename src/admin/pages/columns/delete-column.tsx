import { Alert, Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskColumn } from '#features/columns/desk/schema.ts';
import { call } from '../../api.ts';
import { Field } from '../../parts/field.tsx';
import { faultOf } from '../../parts/use-load.ts';
import s from './columns.module.css';

/** Deletes a column; one with content asks first where that is to go. */
export function DeleteColumn(props: { column: DeskColumn; columns: DeskColumn[]; onDeleted: () => void }) {
  const { column, columns, onDeleted } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [moveTo, setMoveTo] = useState<string>();
  const [fault, setFault] = useState<string>();
  const { draft, scheduled, published, withdrawn } = column.pieces;
  const held = draft + scheduled + published + withdrawn;
  const places = columns.filter(({ id, kind }) => id !== column.id && kind === column.kind);
  if (column.isBuiltIn) return null;
  async function remove() {
    setIsBusy(true);
    setFault(undefined);
    try {
      const { moved } = await call('POST /admin/column/delete', {
        body: { id: column.id, ...(moveTo && { moveTo }) },
        silent: true,
      });
      toasts.success(moved > 0 ? `已删除，${moved} 篇内容已移走` : '已删除');
      setIsOpen(false);
      onDeleted();
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <>
      <Button
        danger
        onClick={() => {
          setFault(undefined);
          setIsOpen(true);
        }}
      >
        删除栏目
      </Button>
      <Modal
        title={`删除「${column.columnName}」？`}
        open={isOpen}
        onCancel={() => setIsOpen(false)}
        onOk={() => void remove()}
        okText={held > 0 ? '移走内容并删除' : '删除'}
        okButtonProps={{ danger: true, disabled: held > 0 && !moveTo }}
        confirmLoading={isBusy}
        width={460}
      >
        <div className={s.dialog}>
          {held === 0 ? (
            <p>栏目里没有内容。删除后它的页面和菜单项立即消失，不能恢复。</p>
          ) : (
            <>
              <p>
                里面有 {held} 篇内容：已发布 {published}、草稿 {draft}、定时 {scheduled}、已撤回 {withdrawn}
                。请选一个同类栏目，全部移过去后再删除。
              </p>
              <Field label="移到" note="随栏目的可见范围会跟着新栏目变">
                {(id) => (
                  <Select
                    id={id}
                    showSearch={{ optionFilterProp: 'label' }}
                    placeholder={places.length > 0 ? '选择栏目' : '没有同类的栏目，请先建一个'}
                    options={places.map(({ id: value, columnName: label }) => ({ value, label }))}
                    value={moveTo ?? null}
                    onChange={(chosen: string | null) => setMoveTo(chosen ?? undefined)}
                  />
                )}
              </Field>
            </>
          )}
          {fault && <Alert type="error" showIcon title={fault} role="alert" />}
        </div>
      </Modal>
    </>
  );
}
