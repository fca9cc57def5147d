import { TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { createFolderInput, type MediaFolder, renameFolderInput } from '../schema.ts';

export function NewFolder(props: {
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

export function RenameFolder({ folder, onClose }: { folder: MediaFolder; onClose: () => void }) {
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
