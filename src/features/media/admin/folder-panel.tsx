import { Button, Tree } from 'antd';
import { useState } from 'react';
import { useSend } from '#admin/parts/data.ts';
import { TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Row } from '#admin/parts/layout/page.tsx';
import { useFolders } from '#admin/parts/media/use-folders.ts';
import { createFolderInput, type MediaFolder, renameFolderInput } from '../schema.ts';
import s from './library.module.css';

type Props = {
  mayManage: boolean;
  /** '0' for items without a folder, undefined for the whole library. */
  folderId: string | undefined;
  onChange: (folderId: string | undefined) => void;
};

const allKey = 'all';

/** The folder tree with the open folder and its actions. */
export function FolderPanel({ mayManage, folderId, onChange }: Props) {
  const { read, tree } = useFolders();
  return (
    <nav className={s.folders} aria-label="文件夹">
      <Loaded read={read} noun="文件夹" level={3}>
        {(folders) => (
          <>
            <Tree
              aria-label="文件夹"
              blockNode
              defaultExpandAll
              treeData={[{ key: allKey, title: '全部素材' }, { key: '0', title: '未分文件夹' }, ...tree]}
              selectedKeys={[folderId ?? allKey]}
              onSelect={(_, { node }) => onChange(node.key === allKey ? undefined : String(node.key))}
            />
            {mayManage && (
              <FolderActions openFolder={folders.find(({ id }) => id === folderId)} onChange={onChange} />
            )}
          </>
        )}
      </Loaded>
    </nav>
  );
}

function FolderActions({
  openFolder,
  onChange,
}: { openFolder: MediaFolder | undefined } & Pick<Props, 'onChange'>) {
  const [openDialog, setOpenDialog] = useState<'create' | 'rename'>();
  const close = () => setOpenDialog(undefined);
  const { send } = useSend('POST /admin/media/deleteFolder', {
    done: '文件夹已删除',
    onDone: () => onChange(openFolder?.parentId ?? undefined),
  });
  return (
    <Row>
      <Button size="small" onClick={() => setOpenDialog('create')}>
        {openFolder ? '新建子文件夹' : '新建文件夹'}
      </Button>
      {openFolder && (
        <>
          <Button size="small" type="text" onClick={() => setOpenDialog('rename')}>
            改名
          </Button>
          <ConfirmButton
            size="small"
            type="text"
            title={`删除文件夹“${openFolder.name}”？`}
            content="空的文件夹才能删除，里面的素材要先移走。"
            isDanger
            onOk={() => send({ id: openFolder.id })}
          >
            删除
          </ConfirmButton>
        </>
      )}
      {openDialog === 'create' && (
        <NewFolder
          parent={openFolder}
          onClose={close}
          onCreated={(id) => {
            close();
            onChange(id);
          }}
        />
      )}
      {openDialog === 'rename' && openFolder && <RenameFolder folder={openFolder} onClose={close} />}
    </Row>
  );
}

function NewFolder(props: {
  parent: MediaFolder | undefined;
  onClose: () => void;
  onCreated: (id: string) => void;
}) {
  const { parent, onClose, onCreated } = props;
  const save = useSave('POST /admin/media/createFolder', {
    schema: createFolderInput,
    initial: { name: '', ...(parent && { parentId: parent.id }) },
    onSaved: ({ id }) => onCreated(id),
  });
  const title = parent ? `在“${parent.name}”里新建文件夹` : '新建文件夹';
  return (
    <FormDialog save={save} title={title} okText="新建" width={400} onClose={onClose}>
      <TextItem name="name" label="文件夹名称" />
    </FormDialog>
  );
}

function RenameFolder({ folder, onClose }: { folder: MediaFolder; onClose: () => void }) {
  const save = useSave('POST /admin/media/renameFolder', {
    schema: renameFolderInput,
    initial: { id: folder.id, name: folder.name },
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title="文件夹改名" okText="改名" width={400} onClose={onClose}>
      <TextItem name="name" label="文件夹名称" />
    </FormDialog>
  );
}
