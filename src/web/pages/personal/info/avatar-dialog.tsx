import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button, Spin } from '#ui/controls/button.tsx';
import { Acts, Fault } from '#ui/controls/form-parts.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { DropZone } from '#ui/uploads/drop-zone.tsx';
import { silent, useAct } from '../../../parts/use-act.ts';
import { ProgressLine } from '../progress-line.tsx';
import { changePerson } from '../use-person.ts';
import { checkPicture, PICTURE_TYPES, PICTURE_WORDS } from './check-picture.ts';

// What the server keeps is 256 px; twice that leaves it something to choose from.
const EDGE = 512;

// Only who changes their picture loads it.
const AvatarCropper = lazy(() =>
  import('./avatar-cropper.tsx').then((module) => ({ default: module.AvatarCropper })),
);

const BROKEN = '这张图片打不开，可能已损坏，请换一张';

export type AvatarDialogProps = {
  open: boolean;
  onClose: () => void;
  /** A file that was dropped outside; taken at once. */
  dropped: File | undefined;
};

/** Chooses a picture, cuts it, sends it. */
export function AvatarDialog({ open, onClose, dropped }: AvatarDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="更换头像" width={440}>
      <Picture dropped={dropped} onDone={onClose} />
    </Dialog>
  );
}

function Picture({ dropped, onDone }: { dropped: File | undefined; onDone: () => void }) {
  const [src, setSrc] = useState<string>();
  const [fault, setFault] = useState<string>();

  async function take(file: File) {
    const found = await checkPicture(file);
    setFault(found);
    setSrc(found ? undefined : await readAsAddress(file).catch(() => undefined));
  }
  const first = useRef(dropped);
  useEffect(() => {
    if (first.current) void take(first.current);
    first.current = undefined;
  });

  function refuse(message: string) {
    setSrc(undefined);
    setFault(message);
  }

  if (src !== undefined) return <Cut key={src} src={src} onRefuse={refuse} onDone={onDone} />;
  return (
    <DropZone
      accept={PICTURE_TYPES}
      label="把图片拖到这里，或点按选择"
      note={PICTURE_WORDS}
      error={fault}
      onFile={(file) => void take(file)}
    />
  );
}

type CutProps = { src: string; onRefuse: (message: string) => void; onDone: () => void };

function Cut({ src, onRefuse, onDone }: CutProps) {
  const [square, setSquare] = useState<Square>();
  const [share, setShare] = useState<number>();
  const { isBusy, error, run } = useAct();

  async function save(chosen: Square) {
    const picture = await cropPicture(src, chosen).catch(() => undefined);
    if (!picture) return onRefuse(BROKEN);
    setShare(0);
    const isSaved = await run(async (call) => {
      const body = new FormData();
      body.append('file', picture, 'avatar.png');
      const { avatar } = await call('POST /member/uploadAvatar', { body, ...silent, onProgress: setShare });
      changePerson({ avatar });
    });
    setShare(undefined);
    if (!isSaved) return;
    toasts.success('头像已更换');
    onDone();
  }

  return (
    <>
      <Suspense fallback={<Spin />}>
        <AvatarCropper src={src} onChoose={setSquare} onBroken={() => onRefuse(BROKEN)} />
      </Suspense>
      {share !== undefined && <ProgressLine label="正在上传" share={share} />}
      {error && <Fault>{error}</Fault>}
      <CutActions isBusy={isBusy} onAgain={() => onRefuse('')} onSave={square && (() => void save(square))} />
    </>
  );
}

type CutActionsProps = { isBusy: boolean; onAgain: () => void; onSave: (() => void) | undefined };

function CutActions({ isBusy, onAgain, onSave }: CutActionsProps) {
  return (
    <Acts end>
      <Button disabled={isBusy} onClick={onAgain}>
        换一张
      </Button>
      <Button tone="ink" busy={isBusy} disabled={!onSave} onClick={onSave}>
        {isBusy ? '正在保存' : '保存头像'}
      </Button>
    </Acts>
  );
}

/** A square of a picture, in its own pixels. */
type Square = { x: number; y: number; width: number; height: number };

/** Reads a file as a data address: pages may show pictures of their own site and such addresses only. */
function readAsAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Cuts the square out of the picture at `src`. @throws when the browser cannot draw it */
async function cropPicture(src: string, square: Square): Promise<Blob> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  const canvas = document.createElement('canvas');
  const edge = Math.max(1, Math.min(EDGE, Math.round(square.width)));
  canvas.width = edge;
  canvas.height = edge;
  const { x, y, width, height } = square;
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, edge, edge);
  // PNG keeps what is transparent; every browser writes it.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the canvas gave no picture');
  return blob;
}
