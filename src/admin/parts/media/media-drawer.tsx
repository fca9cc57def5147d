import { Drawer } from 'antd';
import { usePermit } from '#client/permissions.tsx';
import { listQuery, type MediaItem, type MediaKind } from '#features/media/schema.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Quiet } from '../layout/page.tsx';
import { DropArea } from './drop-area.tsx';
import { FileButton } from './file-button.tsx';
import { MediaFilters } from './media-filters.tsx';
import { MediaGrid } from './media-grid.tsx';
import { UploadList } from './upload-list.tsx';
import { useFolders } from './use-folders.ts';
import { useMediaFilters, useMediaList } from './use-media-list.ts';
import { useUploads } from './use-uploads.ts';

export interface MediaDrawerProps {
  kind: MediaKind | 'all';
  isOpen: boolean;
  onClose: () => void;
  /** Called with the item that the user chose or uploaded. */
  onChoose: (item: MediaItem) => void;
}

const titles = { all: '选择素材', image: '选择图片', video: '选择视频', audio: '选择音频', file: '选择文件' };

/** The media library in a drawer: choose an item or upload one. */
export function MediaDrawer(props: MediaDrawerProps) {
  return (
    <Drawer
      title={titles[props.kind]}
      open={props.isOpen}
      onClose={props.onClose}
      size={760}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      destroyOnHidden
    >
      <Library {...props} />
    </Drawer>
  );
}

function Library({ kind, onChoose }: MediaDrawerProps) {
  const filters = useMediaFilters(listQuery, { isInAddress: false });
  const mayUpload = usePermit('content.edit');
  const { tree } = useFolders();
  const hasKinds = kind === 'all';
  const list = useMediaList(hasKinds ? filters.values : { ...filters.values, kind });
  const uploads = useUploads(filters.values.folderId, ({ item }) => {
    if (hasKinds || item.kind === kind) onChoose(item);
  });
  return (
    <DropArea isOpen={mayUpload} onFiles={uploads.add}>
      <MediaFilters filters={filters} tree={tree} hasKinds={hasKinds}>
        {mayUpload && (
          <FileButton kind={kind} type="primary" onFiles={uploads.add}>
            上传
          </FileButton>
        )}
      </MediaFilters>
      {mayUpload && <Quiet>也可以把文件拖到这里，或直接粘贴。</Quiet>}
      <UploadList uploads={uploads} />
      <MediaGrid
        list={list}
        onChoose={onChoose}
        empty={
          <EmptyState illustration={filters.isNarrowed ? 'search' : 'calm'} level={3} title="没有这样的素材">
            <p>换个条件找找{mayUpload ? '，或上传一个新的' : ''}。</p>
          </EmptyState>
        }
      />
    </DropArea>
  );
}
