import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button, Spinner } from '#ui/controls/button.tsx';
import { ButtonRow, FormError } from '#ui/controls/form-parts.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type Area, cropImage } from '#ui/uploads/crop-image.ts';
import { DropZone } from '#ui/uploads/drop-zone.tsx';
import { updateProfile } from '#web/parts/member/use-profile.ts';
import { ProgressLine } from '#web/parts/personal/progress-line.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { checkPicture, PICTURE_HINT, PICTURE_TYPES } from './check-picture.ts';

// The server stores 256 px; twice that leaves room for good scaling. PNG keeps transparency.
const avatarPicture = { maxSide: 512, type: 'image/png', name: 'avatar.png' } as const;

// Loaded only when a member changes their picture.
const PictureCropper = lazy(() => import('#ui/uploads/picture-cropper.tsx'));

const BROKEN_MESSAGE = '这张图片打不开，可能已损坏，请换一张';

export type AvatarDialogProps = {
  open: boolean;
  onClose: () => void;
  /** A file that was dropped outside the dialog; used at once. */
  dropped: File | undefined;
};

export function AvatarDialog({ open, onClose, dropped }: AvatarDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="更换头像" width={440}>
      <PictureStep dropped={dropped} onDone={onClose} />
    </Dialog>
  );
}

function PictureStep({ dropped, onDone }: { dropped: File | undefined; onDone: () => void }) {
  const [src, setSrc] = useState<string>();
  const [error, setError] = useState<string>();

  async function openFile(file: File) {
    const problem = await checkPicture(file);
    setError(problem);
    setSrc(problem ? undefined : await readAsAddress(file).catch(() => undefined));
  }
  const first = useRef(dropped);
  useEffect(() => {
    if (first.current) void openFile(first.current);
    first.current = undefined;
  });

  function rejectFile(message: string) {
    setSrc(undefined);
    setError(message);
  }

  if (src !== undefined) return <CropStep key={src} src={src} onReject={rejectFile} onDone={onDone} />;
  return (
    <DropZone
      accept={PICTURE_TYPES}
      label="把图片拖到这里，或点按选择"
      note={PICTURE_HINT}
      error={error}
      onFile={(file) => void openFile(file)}
    />
  );
}

type CropStepProps = { src: string; onReject: (message: string) => void; onDone: () => void };

function CropStep({ src, onReject, onDone }: CropStepProps) {
  const [square, setSquare] = useState<Area>();
  const [share, setShare] = useState<number>();
  const { isBusy, error, run } = useAction();

  async function save(chosen: Area) {
    const picture = await cropImage(src, chosen, avatarPicture).catch(() => undefined);
    if (!picture) return onReject(BROKEN_MESSAGE);
    setShare(0);
    const isSaved = await run(
      async (call) => {
        const body = new FormData();
        body.append('file', picture);
        const { avatar } = await call('POST /member/uploadAvatar', { body, ...silent, onProgress: setShare });
        updateProfile({ avatar });
      },
      { hasMask: true },
    );
    setShare(undefined);
    if (!isSaved) return;
    toasts.success('头像已更换');
    onDone();
  }

  return (
    <>
      <Suspense fallback={<Spinner />}>
        <PictureCropper
          src={src}
          aspect={1}
          isRound
          label="头像范围"
          onChoose={setSquare}
          onError={() => onReject(BROKEN_MESSAGE)}
        />
      </Suspense>
      {share !== undefined && <ProgressLine label="正在上传" share={share} />}
      {error && <FormError>{error}</FormError>}
      <CropActions
        isBusy={isBusy}
        onChooseAgain={() => onReject('')}
        onSave={square && (() => void save(square))}
      />
    </>
  );
}

type CropActionsProps = { isBusy: boolean; onChooseAgain: () => void; onSave: (() => void) | undefined };

function CropActions({ isBusy, onChooseAgain, onSave }: CropActionsProps) {
  return (
    <ButtonRow alignEnd>
      <Button disabled={isBusy} onClick={onChooseAgain}>
        换一张
      </Button>
      <Button tone="ink" busy={isBusy} disabled={!onSave} onClick={onSave}>
        {isBusy ? '正在保存' : '保存头像'}
      </Button>
    </ButtonRow>
  );
}

/** Reads a file as a data URL: the Content-Security-Policy allows pictures of this site and data URLs only. */
function readAsAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
