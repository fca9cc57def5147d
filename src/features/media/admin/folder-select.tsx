import { TreeSelect, type TreeSelectProps } from 'antd';
import { folderChoices, useFolders } from '#admin/parts/media/use-folders.ts';
import s from './library.module.css';

/** Selects a folder; `0` means no folder. */
export const FolderSelect = (props: TreeSelectProps<string>) => (
  <TreeSelect
    {...props}
    className={s.folder ?? ''}
    treeDefaultExpandAll
    treeData={folderChoices(useFolders().tree)}
  />
);
