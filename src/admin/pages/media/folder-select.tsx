import { TreeSelect } from 'antd';
import type { FolderBranch } from '../../parts/media/use-folders.ts';

/** One folder, or none: '0'. */
export function FolderSelect(props: {
  id: string;
  tree: FolderBranch[];
  value: string;
  disabled?: boolean;
  onChange: (folderId: string) => void;
}) {
  const { tree, ...select } = props;
  return (
    <TreeSelect
      {...select}
      treeDefaultExpandAll
      treeData={[{ value: '0', key: '0', title: '未分文件夹', children: [] }, ...tree]}
    />
  );
}
