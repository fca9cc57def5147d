import { NoteDialog } from '../../parts/note-dialog.tsx';

const field = { label: '理由', note: '写评论的人会看到，也写进操作日志。', isNeeded: true };

/** Asks why comments are hidden or deleted. */
export function ActDialog({
  verb,
  count,
  onSubmit,
  onClose,
}: {
  verb: 'hide' | 'delete';
  count: number;
  onSubmit: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const which = count === 1 ? '这条评论' : `这 ${count} 条评论`;
  return (
    <NoteDialog
      title={verb === 'hide' ? `隐藏${which}` : `删除${which}`}
      verb={verb === 'hide' ? '隐藏' : '删除'}
      warning={
        verb === 'hide'
          ? '读者立即看不到；等待审核的算作不通过。以后可以重新显示。'
          : '读者立即看不到，删除后不能恢复；下面的回复会留下。'
      }
      field={field}
      isDanger={verb === 'delete'}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
