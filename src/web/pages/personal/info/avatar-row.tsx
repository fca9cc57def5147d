import { type DragEvent, useState } from 'react';
import { Avatar } from '#ui/marks/avatar.tsx';
import { EditButton } from '../edit-button.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useEdit } from '../use-edit.ts';
import { AvatarDialog } from './avatar-dialog.tsx';

/** The picture; one may be dropped right onto it. */
export function AvatarRow({ name, avatar }: { name: string; avatar: string | null }) {
  const edit = useEdit();
  const [dropped, setDropped] = useState<File>();

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setDropped(event.dataTransfer.files[0]);
    edit.open();
  }
  function close() {
    setDropped(undefined);
    edit.close();
  }

  return (
    <>
      <SettingRow label="头像" action={<EditButton edit={edit} label="更换" what="头像" />}>
        <span onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <Avatar name={name} src={avatar} size={72} />
        </span>
      </SettingRow>
      <AvatarDialog open={edit.isOpen} onClose={close} dropped={dropped} />
    </>
  );
}
