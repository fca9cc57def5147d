import type { MediaFolder } from '#features/media/schema.ts';
import { call } from '../../api.ts';
import { useLoad } from '../use-load.ts';

/** A folder with those in it, as Ant Design's trees take it. */
export type FolderBranch = { value: string; title: string; key: string; children: FolderBranch[] };

/** The folders of the library, as a tree and by id. */
export function useFolders() {
  const { data, fault, reload } = useLoad('folders', (signal) =>
    call('GET /admin/media/folders', { silent: true, signal }),
  );
  const folders = data ?? [];
  return { folders, tree: treeOf(folders, null), fault, reload };
}

export function treeOf(folders: readonly MediaFolder[], parentId: string | null): FolderBranch[] {
  return folders
    .filter((folder) => folder.parentId === parentId)
    .map(({ id, name }) => ({ value: id, key: id, title: name, children: treeOf(folders, id) }));
}
