import { App, Button } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { MediaItem } from '#features/media/schema.ts';
import { call } from '../../api.ts';
import type { FolderBranch } from '../../parts/media/use-folders.ts';
import s from './library.module.css';
import { MoveDialog } from './move-dialog.tsx';

/** What can be done with the chosen items together. */
export function ChosenBar({
  items,
  tree,
  onClear,
  onAll,
  onDone,
}: {
  items: readonly MediaItem[];
  tree: FolderBranch[];
  onClear: () => void;
  onAll: () => void;
  onDone: () => void;
}) {
  const { modal } = App.useApp();
  const [isMoving, setIsMoving] = useState(false);
  if (items.length === 0) return null;
  const ids = items.map(({ id }) => id);
  const used = items.filter(({ useCount }) => useCount > 0);
  const remove = () =>
    modal.confirm({
      title: `删除 ${items.length} 个素材？`,
      content:
        used.length > 0
          ? `其中 ${used.length} 个正在使用，要先在用到的地方换掉；有一个不能删，就一个也不删。`
          : '文件也会删掉，不能恢复。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/media/delete', { body: { ids } });
          toasts.success(`已删除 ${ids.length} 个素材`);
          onDone();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  return (
    <div className={s.chosenBar} role="toolbar" aria-label="对选中的素材">
      <span role="status">已选 {items.length} 个</span>
      <Button size="small" onClick={() => setIsMoving(true)}>
        移动到
      </Button>
      <Button size="small" danger onClick={remove}>
        删除
      </Button>
      <Button size="small" type="text" onClick={onAll}>
        全选
      </Button>
      <Button size="small" type="text" onClick={onClear}>
        取消选择
      </Button>
      {isMoving && (
        <MoveDialog
          ids={ids}
          tree={tree}
          onClose={() => setIsMoving(false)}
          onDone={() => {
            setIsMoving(false);
            onDone();
          }}
        />
      )}
    </div>
  );
}
