import { App, Button } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { call } from '../../../api.ts';
import { isNarrowed, type ListChoice, viewOf } from './list-choice.ts';
import type { SavedView } from './saved-view.ts';
import { ViewDialog } from './view-dialog.tsx';

/** Keeps what the list is narrowed to under a name; of a view that is chosen, its name and its end. */
export function ViewActs({
  choice,
  views,
  onSaved,
  onDeleted,
}: {
  choice: ListChoice;
  views: readonly SavedView[];
  onSaved: () => void;
  onDeleted: () => void;
}) {
  const { modal } = App.useApp();
  const [isAsked, setIsAsked] = useState(false);
  const view = viewOf(choice, views);
  const remove = ({ id, name }: SavedView) =>
    modal.confirm({
      title: `删除视图「${name}」？`,
      content: '只删这个视图，稿件都还在。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/savedView/delete', { body: { id } });
          toasts.success('视图已删除');
          onDeleted();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  if (!view && !isNarrowed(choice)) return null;
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{view ? '视图改名' : '存为视图'}</Button>
      {view && (
        <Button type="text" danger onClick={() => remove(view)}>
          删除视图
        </Button>
      )}
      {isAsked && (
        <ViewDialog
          view={view}
          choice={choice}
          onClose={() => setIsAsked(false)}
          onDone={() => {
            setIsAsked(false);
            onSaved();
          }}
        />
      )}
    </>
  );
}
