import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Content, DeskPost } from '#features/posts/desk/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { DiffView } from './diff-view.tsx';
import s from './editor.module.css';

export interface ConflictDialogProps {
  id: string;
  mine: Content;
  onTakeTheirs: (theirs: DeskPost) => void;
  onKeepMine: (theirs: DeskPost) => void;
}

/** Somebody else saved meanwhile: who, when, what is different, and whose goes on. Both stay as versions. */
export function ConflictDialog({ id, mine, onTakeTheirs, onKeepMine }: ConflictDialogProps) {
  const [isComparing, setIsComparing] = useState(false);
  const { data, fault, reload } = useLoad(id, async (signal) => {
    const [theirs, versions] = await Promise.all([
      call('GET /admin/post/detail', { query: { id }, silent: true, signal }),
      call('GET /admin/post/versions', { query: { id }, silent: true, signal }),
    ]);
    return { theirs, head: versions.find(({ isHead }) => isHead) };
  });
  return (
    <Modal
      open
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={720}
      title="这篇稿件刚被别人保存过"
      footer={
        data && [
          <Button key="compare" aria-expanded={isComparing} onClick={() => setIsComparing(!isComparing)}>
            {isComparing ? '收起对照' : '对照不同'}
          </Button>,
          <Button key="theirs" onClick={() => onTakeTheirs(data.theirs)}>
            用对方的
          </Button>,
          <Button key="mine" type="primary" onClick={() => onKeepMine(data.theirs)}>
            保留我的
          </Button>,
        ]
      }
    >
      {fault && <Failed level={3} message={fault.message} onRetry={reload} />}
      {!data && !fault && <p role="status">正在取对方的版本 …</p>}
      {data && (
        <>
          <p>
            <strong>{data.head?.savedBy ?? '别人'}</strong>
            {data.head && ` 在 ${showTime(data.head.savedAt)} 保存了第 ${data.head.number} 版`}
            。你写的还在这一页上，没有丢。
          </p>
          <p className={s.hint}>
            保留我的：存成新的一版，对方的那一版可以在“版本”里找到。用对方的：放弃这一页上还没保存的改动。
          </p>
          {isComparing && (
            <>
              <p className={s.label}>从对方的版本到我的</p>
              <DiffView before={data.theirs.content} after={mine} />
            </>
          )}
        </>
      )}
    </Modal>
  );
}
