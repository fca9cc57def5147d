import { Button } from 'antd';
import { Void } from '#ui/states/void.tsx';
import type { MediaFilter } from '../../parts/media/use-media-list.ts';

/** Nothing in the library, or nothing under this filter. */
export function NoMedia({
  filter,
  mayUpload,
  onClear,
}: {
  filter: MediaFilter;
  mayUpload: boolean;
  onClear: () => void;
}) {
  const { keyword, kind, isUnused, folderId } = filter;
  if (keyword || kind !== 'all' || isUnused)
    return (
      <Void art="search" title="没有这样的素材" actions={<Button onClick={onClear}>清除条件</Button>}>
        <p>换个条件，或看看别的文件夹。</p>
      </Void>
    );
  return (
    <Void title={folderId === undefined ? '素材库还是空的' : '这里还没有素材'}>
      {mayUpload && <p>把图片、视频、音频或文件拖到这里就会上传，也可以直接粘贴。</p>}
    </Void>
  );
}
