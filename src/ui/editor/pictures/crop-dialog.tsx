import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '../../controls/button.tsx';
import { Filters } from '../../controls/filters.tsx';
import { Dialog } from '../../overlays/dialog.tsx';
import { type Area, cropImage } from '../../uploads/crop-image.ts';
import PictureCropper from '../../uploads/picture-cropper.tsx';
import { servicesOf } from '../body-services.ts';
import s from './pictures.module.css';

const shapes = [
  { label: '16:9', aspect: 16 / 9 },
  { label: '3:2', aspect: 3 / 2 },
  { label: '4:3', aspect: 4 / 3 },
  { label: '1:1', aspect: 1 },
  { label: '3:4', aspect: 3 / 4 },
] as const;

/** The server scales larger pictures down, too. */
const bodyPicture = { maxSide: 4000, type: 'image/webp', name: '裁剪.webp' } as const;

/** Cuts a picture of the body to a shape. The part becomes a new file of the library; the original stays there. */
export default function CropDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [src] = useState(String(editor.getAttributes('figure').src ?? ''));
  const [aspect, setAspect] = useState<number>(shapes[0].aspect);
  const [area, setArea] = useState<Area>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const services = servicesOf(editor);
  const apply = async () => {
    if (!area || !services) return;
    setIsBusy(true);
    try {
      const { address, width, height } = await services.send(await cropImage(src, area, bodyPicture));
      const size = { width: width && String(width), height: height && String(height) };
      editor.commands.updateAttributes('figure', { src: address, ...size });
      onClose();
    } catch (error) {
      setFault(`没有裁剪成：${services.explain(error)}`);
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open
      title="裁剪图片"
      onClose={onClose}
      width={640}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="ink" busy={isBusy} disabled={!area} onClick={() => void apply()}>
            裁剪
          </Button>
        </>
      }
    >
      <Filters
        label="形状"
        items={shapes.map((shape) => ({
          label: shape.label,
          current: shape.aspect === aspect,
          onSelect: () => setAspect(shape.aspect),
        }))}
      />
      <div className={s.cropper}>
        <PictureCropper
          src={src}
          aspect={aspect}
          label="保留的部分"
          onChoose={setArea}
          onError={() => setFault('这张图片打不开')}
        />
      </div>
      <p className={s.hint}>裁好的是一张新图片，原图不变。</p>
      {fault && (
        <p role="alert" className={s.fault}>
          {fault}
        </p>
      )}
    </Dialog>
  );
}
