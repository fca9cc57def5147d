import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { Page } from '#admin/parts/layout/page.tsx';
import { BulkBar } from '#admin/parts/list/bulk-bar.tsx';
import { BulkReport } from '#admin/parts/list/bulk-report.tsx';
import { useBulk } from '#admin/parts/list/use-bulk.ts';
import { type RowChange, useRowChanges } from '#admin/parts/list/use-row-changes.tsx';
import { useSelection } from '#admin/parts/list/use-selection.ts';
import { DropArea } from '#admin/parts/media/drop-area.tsx';
import { FileButton } from '#admin/parts/media/file-button.tsx';
import { MediaFilters } from '#admin/parts/media/media-filters.tsx';
import { MediaGrid } from '#admin/parts/media/media-grid.tsx';
import { UploadList } from '#admin/parts/media/upload-list.tsx';
import {
  type MediaFilters as Filters,
  useMediaFilters,
  useMediaList,
} from '#admin/parts/media/use-media-list.ts';
import { useUploads } from '#admin/parts/media/use-uploads.ts';
import { usePermit } from '#client/permissions.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { listQuery, type MediaItem } from '../schema.ts';
import { DetailDrawer } from './detail-drawer.tsx';
import { FolderPanel } from './folder-panel.tsx';
import { FolderSelect } from './folder-select.tsx';
import s from './library.module.css';

const unit = '个';
const idOf = ({ id }: MediaItem) => id;
const nameOf = ({ name }: MediaItem) => `“${name}”`;

export function Screen() {
  const [opened, setOpened] = useState<string>();
  const mayUpload = usePermit('content.edit');
  const mayManage = usePermit('media.manage');
  const filters = useMediaFilters(listQuery, { isInAddress: true });
  const list = useMediaList(filters.values);
  const uploads = useUploads(filters.values.folderId);
  const selection = useSelection<MediaItem>(JSON.stringify(filters.values));
  const bulk = useBulk();
  const { choose, dialog } = useRowChanges({ bulk, unit, idOf, nameOf });
  const select = (ids: ReadonlySet<string>) =>
    selection.choose(
      list.items.map((item) => [item.id, item]),
      ids,
    );
  const toggle = (id: string) =>
    select(
      new Set([...selection.rows.keys(), id].filter((other) => other !== id || !selection.rows.has(id))),
    );
  return (
    <Page
      title="素材库"
      tools={
        mayUpload && (
          <FileButton kind="all" type="primary" isMany onFiles={uploads.add}>
            上传
          </FileButton>
        )
      }
    >
      <div className={s.library}>
        <FolderPanel
          mayManage={mayManage}
          folderId={filters.values.folderId}
          onChange={(folderId) => filters.set({ folderId })}
        />
        <DropArea isOpen={mayUpload} onFiles={uploads.add}>
          <MediaFilters filters={filters} hasKinds>
            <Checkbox
              checked={filters.values.unused === 'true'}
              onChange={({ target }) => filters.set({ unused: target.checked ? 'true' : undefined })}
            >
              只看未使用
            </Checkbox>
            {mayManage && list.items.length > 0 && (
              <Button type="text" onClick={() => select(new Set(list.items.map(idOf)))}>
                全选
              </Button>
            )}
          </MediaFilters>
          <UploadList uploads={uploads} />
          <BulkReport bulk={bulk} unit={unit} />
          <BulkBar changes={mediaChanges} {...{ selection, choose, unit, idOf }} />
          <MediaGrid
            list={list}
            isChosen={({ id }) => selection.rows.has(id)}
            onChoose={({ id }) => setOpened(id)}
            empty={<EmptyLibrary filters={filters} mayUpload={mayUpload} />}
            mark={
              mayManage
                ? ({ id, name }) => (
                    <Checkbox
                      className={s.tick ?? ''}
                      aria-label={`选择 ${name}`}
                      checked={selection.rows.has(id)}
                      onChange={() => toggle(id)}
                    />
                  )
                : undefined
            }
          />
        </DropArea>
      </div>
      {opened !== undefined && (
        <DetailDrawer key={opened} id={opened} mayManage={mayManage} onClose={() => setOpened(undefined)} />
      )}
      {dialog}
    </Page>
  );
}

const mediaChanges: readonly RowChange<MediaItem>[] = [
  {
    verb: '移动',
    permission: 'media.manage',
    // Maximum number of ids per `POST /admin/media/move`.
    chunk: 100,
    dialog: ({ rows, start, onClose }) => (
      <MoveDialog
        count={rows.length}
        onClose={onClose}
        onMove={(folderId) =>
          start((ids) => call('POST /admin/media/move', { body: { ids, folderId }, silent: true }))
        }
      />
    ),
  },
  {
    verb: '删除',
    permission: 'media.manage',
    isDanger: true,
    warning: '文件也会删掉，不能恢复。正在使用的不会删除，要先在用到的地方换掉。',
    act: (ids) => call('POST /admin/media/delete', { body: { ids }, silent: true }),
  },
];

/** Empty state of the library, of a folder, or of filters without matches. */
function EmptyLibrary({ filters, mayUpload }: { filters: Filters; mayUpload: boolean }) {
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

type MoveProps = { count: number; onMove: (folderId: string) => void; onClose: () => void };

function MoveDialog({ count, onMove, onClose }: MoveProps) {
  const [folderId, setFolderId] = useState('0');
  return (
    <Modal
      open
      width={400}
      title={`移动 ${count} 个素材`}
      okText="移动"
      onOk={() => onMove(folderId)}
      onCancel={onClose}
    >
      <FolderSelect aria-label="移到文件夹" value={folderId} onChange={setFolderId} />
    </Modal>
  );
}
