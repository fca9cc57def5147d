import { TreeSelect } from 'antd';
import type { ReactNode } from 'react';
import { FilterBar, FilterSearch, FilterSelect } from '../list/filter-bar.tsx';
import s from './media.module.css';
import { type FolderBranch, folderChoices } from './use-folders.ts';
import type { MediaFilters as Filters } from './use-media-list.ts';

const kinds = [
  { value: 'image', label: '图片' },
  { value: 'video', label: '视频' },
  { value: 'audio', label: '音频' },
  { value: 'file', label: '文件' },
];

type Props = {
  filters: Filters;
  /** Absent if the screen has another control for folders. */
  tree?: FolderBranch[];
  /** False if the caller fixes the kind. */
  hasKinds: boolean;
  children?: ReactNode;
};

export const MediaFilters = ({ filters, tree, hasKinds, children }: Props) => (
  <FilterBar>
    {tree && (
      <TreeSelect
        className={s.folderChoice ?? ''}
        aria-label="文件夹"
        placeholder="全部文件夹"
        allowClear
        treeDefaultExpandAll
        treeData={folderChoices(tree)}
        value={filters.values.folderId ?? null}
        onChange={(folderId: string | null) => filters.set({ folderId: folderId ?? undefined })}
      />
    )}
    {hasKinds && <FilterSelect filters={filters} name="kind" label="类型" options={kinds} />}
    <FilterSearch filters={filters} name="keyword" label="搜索素材" placeholder="按名称搜索" maxLength={50} />
    {children}
  </FilterBar>
);
