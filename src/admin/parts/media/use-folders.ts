import type { MediaFolder } from '#features/media/schema.ts';
import { useRead } from '../data.ts';

/** A folder with its subfolders, in the form Ant Design's trees take. */
export type FolderBranch = { value: string; title: string; key: string; children: FolderBranch[] };

/** Loads the media library's folders; returns the query and the folder tree. */
export function useFolders() {
  const read = useRead('GET /admin/media/folders');
  return { read, tree: toTree(read.data ?? [], null) };
}

/** The folder tree as select options; `0` means no folder. */
export const folderChoices = (tree: FolderBranch[]): FolderBranch[] => [
  { value: '0', key: '0', title: '未分文件夹', children: [] },
  ...tree,
];

const toTree = (folders: readonly MediaFolder[], parentId: string | null): FolderBranch[] =>
  folders
    .filter((folder) => folder.parentId === parentId)
    .map(({ id, name }) => ({ value: id, key: id, title: name, children: toTree(folders, id) }));
