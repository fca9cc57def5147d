import { Button } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import type { MediaItem, MediaKind } from '#features/media/schema.ts';
import { DropArea } from './media/drop-area.tsx';
import s from './media/media.module.css';
import { MediaDrawer } from './media/media-drawer.tsx';
import { UploadList } from './media/upload-list.tsx';
import { useUploads } from './media/use-uploads.ts';

export interface MediaFieldProps {
  kind: MediaKind;
  /** URL of the chosen file. */
  value?: string | null;
  onChange?: (address: string | null) => void;
  /** Accessible name of the group, such as 封面. */
  label: string;
  disabled?: boolean;
  /** Like `onChange`, with the complete media item. */
  onItem?: (item: MediaItem) => void;
}

/** Form field for a file of the media library; also accepts dropped and pasted files. */
export function MediaField({
  kind,
  value = null,
  onChange,
  label,
  disabled = false,
  onItem,
}: MediaFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const mayUpload = usePermit('content.edit') && !disabled;
  const choose = (item: MediaItem) => {
    setIsOpen(false);
    onChange?.(item.address);
    onItem?.(item);
  };
  const uploads = useUploads(undefined, ({ item, isNew }) => {
    if (item.kind !== kind) return;
    choose(item);
    if (isNew) uploads.clear();
  });
  return (
    <div role="group" aria-label={label}>
      <DropArea isOpen={mayUpload} onFiles={([file]) => file && uploads.add([file])}>
        {value && <Chosen kind={kind} address={value} label={label} />}
        {!disabled && (
          <span className={s.choices}>
            <Button
              aria-label={`${value ? '更换' : '从素材库选或上传'}${label}`}
              onClick={() => setIsOpen(true)}
            >
              {value ? '更换' : '从素材库选或上传'}
            </Button>
            {value && (
              <Button type="text" aria-label={`去掉${label}`} onClick={() => onChange?.(null)}>
                去掉
              </Button>
            )}
          </span>
        )}
        <UploadList uploads={uploads} />
      </DropArea>
      <MediaDrawer kind={kind} isOpen={isOpen} onClose={() => setIsOpen(false)} onChoose={choose} />
    </div>
  );
}

function Chosen({ kind, address, label }: { kind: MediaKind; address: string; label: string }) {
  if (kind === 'image') return <img className={s.chosenPicture} src={address} alt={`${label}预览`} />;
  return (
    <a className={`link ${s.chosenFile ?? ''}`} href={address} target="_blank" rel="noreferrer">
      {address.slice(address.lastIndexOf('/') + 1)}
    </a>
  );
}
