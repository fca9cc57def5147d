import { Select, TreeSelect } from 'antd';
import { KeywordSearch } from '../keyword-search.tsx';
import s from './media.module.css';
import type { FolderBranch } from './use-folders.ts';
import type { MediaFilter } from './use-media-list.ts';

const kinds = [
  { value: 'all', label: '全部类型' },
  { value: 'image', label: '图片' },
  { value: 'video', label: '视频' },
  { value: 'audio', label: '音频' },
  { value: 'file', label: '文件' },
];

/** Folder, kind and a part of the name. A kind that the caller has settled is no choice. */
export function MediaFilters({
  filter,
  tree,
  hasKinds,
  onChange,
}: {
  filter: MediaFilter;
  /** Undefined where folders are chosen elsewhere on the screen. */
  tree: FolderBranch[] | undefined;
  hasKinds: boolean;
  onChange: (change: Partial<MediaFilter>) => void;
}) {
  return (
    <div className={s.filters}>
      {tree && (
        <TreeSelect
          className={s.folderChoice ?? ''}
          aria-label="文件夹"
          placeholder="全部文件夹"
          allowClear
          treeDefaultExpandAll
          treeData={[{ value: '0', key: '0', title: '未分文件夹', children: [] }, ...tree]}
          value={filter.folderId ?? null}
          onChange={(id: string | null) => onChange({ folderId: id ?? undefined })}
        />
      )}
      {hasKinds && (
        <Select
          className={s.kindChoice ?? ''}
          aria-label="类型"
          options={kinds}
          value={filter.kind}
          onChange={(kind: MediaFilter['kind']) => onChange({ kind })}
        />
      )}
      <KeywordSearch
        className={s.keyword}
        label="搜索素材"
        placeholder="按名称搜索"
        maxLength={50}
        value={filter.keyword}
        onSearch={(keyword) => onChange({ keyword: keyword ?? '' })}
      />
    </div>
  );
}
