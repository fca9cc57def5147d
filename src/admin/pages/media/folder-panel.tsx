import { App, Button, Tree } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { MediaFolder } from '#features/media/schema.ts';
import { call } from '../../api.ts';
import type { FolderBranch } from '../../parts/media/use-folders.ts';
import { FolderDialog } from './folder-dialog.tsx';
import s from './library.module.css';

export interface FolderPanelProps {
  folders: readonly MediaFolder[];
  tree: FolderBranch[];
  fault: { message: string } | undefined;
  reload: () => void;
  mayManage: boolean;
  /** '0' is what lies in no folder, undefined the whole library. */
  folderId: string | undefined;
  onChange: (folderId: string | undefined) => void;
}

const all = 'all';

/** The folders, one of them open, and what can be done with it. */
export function FolderPanel({
  folders,
  tree,
  fault,
  reload,
  mayManage,
  folderId,
  onChange,
}: FolderPanelProps) {
  const { modal } = App.useApp();
  const [asked, setAsked] = useState<'create' | 'rename'>();
  const open = folders.find(({ id }) => id === folderId);
  const remove = (folder: MediaFolder) =>
    modal.confirm({
      title: `删除文件夹「${folder.name}」？`,
      content: '空的文件夹才能删除，里面的素材要先移走。',
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call('POST /admin/media/deleteFolder', { body: { id: folder.id } });
          toasts.success('文件夹已删除');
          onChange(folder.parentId ?? undefined);
          reload();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  return (
    <nav className={s.folders} aria-label="文件夹">
      {fault && (
        <p className={s.fault} role="alert">
          {fault.message}
          <Button size="small" onClick={reload}>
            重试
          </Button>
        </p>
      )}
      <Tree
        aria-label="文件夹"
        blockNode
        defaultExpandAll
        // Its branches are known only after it is first drawn.
        key={tree.length > 0 ? 'known' : 'unknown'}
        treeData={[{ key: all, title: '全部素材' }, { key: '0', title: '未分文件夹' }, ...tree]}
        selectedKeys={[folderId ?? all]}
        onSelect={(_, { node }) => onChange(node.key === all ? undefined : String(node.key))}
      />
      {mayManage && (
        <div className={s.folderActs}>
          <Button size="small" onClick={() => setAsked('create')}>
            {open ? '新建子文件夹' : '新建文件夹'}
          </Button>
          {open && (
            <>
              <Button size="small" type="text" onClick={() => setAsked('rename')}>
                改名
              </Button>
              <Button size="small" type="text" danger onClick={() => remove(open)}>
                删除
              </Button>
            </>
          )}
        </div>
      )}
      {asked && (
        <FolderDialog
          renamed={asked === 'rename' ? open : undefined}
          parent={asked === 'create' ? open : undefined}
          onClose={() => setAsked(undefined)}
          onDone={(id) => {
            setAsked(undefined);
            reload();
            if (id) onChange(id);
          }}
        />
      )}
    </nav>
  );
}
