import { Button } from 'antd';
import type { MediaFilters } from '#admin/parts/media/use-media-list.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';

/** Empty state of the library, of a folder, or of filters without matches. */
export function EmptyLibrary({ filters, mayUpload }: { filters: MediaFilters; mayUpload: boolean }) {
  const { folderId, ...others } = filters.values;
  if (Object.keys(others).length > 0)
    return (
      <EmptyState
        illustration="search"
        title="没有这样的素材"
        actions={<Button onClick={filters.clear}>清除条件</Button>}
      >
        <p>换个条件，或看看别的文件夹。</p>
      </EmptyState>
    );
  return (
    <EmptyState title={folderId === undefined ? '素材库还是空的' : '这里还没有素材'}>
      {mayUpload && <p>把图片、视频、音频或文件拖到这里就会上传，也可以直接粘贴。</p>}
    </EmptyState>
  );
}
