import { Drawer } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import type { MediaItem, MediaKind } from '#features/media/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { DropArea } from './drop-area.tsx';
import { FileButton } from './file-button.tsx';
import s from './media.module.css';
import { MediaFilters } from './media-filters.tsx';
import { MediaGrid } from './media-grid.tsx';
import { UploadList } from './upload-list.tsx';
import { useFolders } from './use-folders.ts';
import { type MediaFilter, useMediaList } from './use-media-list.ts';
import { useUploads } from './use-uploads.ts';

export interface MediaDrawerProps {
  kind: MediaKind | 'all';
  isOpen: boolean;
  onClose: () => void;
  /** One item was chosen, or uploaded here. */
  onChoose: (item: MediaItem) => void;
}

const titles = { all: '选择素材', image: '选择图片', video: '选择视频', audio: '选择音频', file: '选择文件' };

/** The library beside what one is doing: choose what is there, or bring something new. */
export function MediaDrawer(props: MediaDrawerProps) {
  return (
    <Drawer title={titles[props.kind]} open={props.isOpen} onClose={props.onClose} size={760} destroyOnHidden>
      <Library {...props} />
    </Drawer>
  );
}

function Library({ kind, onChoose }: MediaDrawerProps) {
  const [filter, setFilter] = useState<MediaFilter>({
    folderId: undefined,
    kind,
    keyword: '',
    isUnused: false,
  });
  const mayUpload = usePermit('content.edit');
  const { tree } = useFolders();
  const list = useMediaList(filter);
  const uploads = useUploads(filter.folderId, ({ item }) => {
    list.put(item);
    if (kind === 'all' || item.kind === kind) onChoose(item);
  });
  return (
    <DropArea isOpen={mayUpload} onFiles={uploads.add}>
      <div className={s.bar}>
        <MediaFilters
          filter={filter}
          tree={tree}
          hasKinds={kind === 'all'}
          onChange={(change) => setFilter({ ...filter, ...change })}
        />
        {mayUpload && (
          <FileButton kind={kind} type="primary" onFiles={uploads.add}>
            上传
          </FileButton>
        )}
      </div>
      {mayUpload && <p className={s.meta}>也可以把文件拖到这里，或直接粘贴。</p>}
      <UploadList uploads={uploads} />
      <MediaGrid
        list={list}
        isChosen={() => false}
        onChoose={onChoose}
        empty={
          <Void art={filter.keyword ? 'search' : 'calm'} level={3} title="没有这样的素材">
            <p>换个条件找找{mayUpload ? '，或上传一个新的' : ''}。</p>
          </Void>
        }
      />
    </DropArea>
  );
}
