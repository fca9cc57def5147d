import { Checkbox } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import type { MediaItem } from '#features/media/schema.ts';
import { DropArea } from '../../parts/media/drop-area.tsx';
import { FileButton } from '../../parts/media/file-button.tsx';
import { MediaFilters } from '../../parts/media/media-filters.tsx';
import { MediaGrid } from '../../parts/media/media-grid.tsx';
import { UploadList } from '../../parts/media/upload-list.tsx';
import { useFolders } from '../../parts/media/use-folders.ts';
import { type MediaFilter, useMediaList } from '../../parts/media/use-media-list.ts';
import { useUploads } from '../../parts/media/use-uploads.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { DetailDrawer } from './detail-drawer.tsx';
import { FolderPanel } from './folder-panel.tsx';
import s from './library.module.css';
import { readFilter, writeFilter } from './library-choice.ts';
import { NoMedia } from './no-media.tsx';

/** The media library: everything that was put in, in its folders. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const [chosen, setChosen] = useState<string[]>([]);
  const [opened, setOpened] = useState<string>();
  const mayUpload = usePermit('content.edit');
  const mayManage = usePermit('media.manage');
  const folders = useFolders();
  const list = useMediaList(filter);
  const uploads = useUploads(filter.folderId, ({ item }) => list.put(item));
  const change = (to: Partial<MediaFilter>) => {
    setChosen([]);
    setQuery(writeFilter({ ...filter, ...to }));
  };
  const settle = () => {
    setChosen([]);
    list.reload();
  };
  const toggle = ({ id }: MediaItem) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  return (
    <>
      <PageHead title="素材库">
        {mayUpload && (
          <FileButton kind="all" type="primary" isMany onFiles={uploads.add}>
            上传
          </FileButton>
        )}
      </PageHead>
      <div className={s.library}>
        <FolderPanel
          {...folders}
          mayManage={mayManage}
          folderId={filter.folderId}
          onChange={(folderId) => change({ folderId })}
        />
        <DropArea isOpen={mayUpload} onFiles={uploads.add}>
          <div className={s.filters}>
            <MediaFilters filter={filter} tree={undefined} hasKinds onChange={change} />
            <Checkbox
              checked={filter.isUnused}
              onChange={({ target }) => change({ isUnused: target.checked })}
            >
              只看未使用
            </Checkbox>
          </div>
          <UploadList uploads={uploads} />
          <ChosenBar
            items={list.items.filter(({ id }) => chosen.includes(id))}
            tree={folders.tree}
            onClear={() => setChosen([])}
            onAll={() => setChosen(list.items.slice(0, mostAtOnce).map(({ id }) => id))}
            onDone={settle}
          />
          <MediaGrid
            list={list}
            isChosen={({ id }) => chosen.includes(id)}
            onChoose={({ id }) => setOpened(id)}
            empty={<NoMedia filter={filter} mayUpload={mayUpload} onClear={() => setQuery({})} />}
            mark={
              mayManage
                ? (item) => (
                    <Checkbox
                      className={s.tick ?? ''}
                      aria-label={`选择 ${item.name}`}
                      checked={chosen.includes(item.id)}
                      disabled={chosen.length >= mostAtOnce && !chosen.includes(item.id)}
                      onChange={() => toggle(item)}
                    />
                  )
                : undefined
            }
          />
        </DropArea>
      </div>
      <DetailDrawer
        id={opened}
        tree={folders.tree}
        mayManage={mayManage}
        onClose={() => setOpened(undefined)}
        onSaved={list.change}
        onDeleted={() => {
          setOpened(undefined);
          settle();
        }}
      />
    </>
  );
}

/** As many as the calls take. */
const mostAtOnce = 100;
