import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import s from './avatar-cropper.module.css';

export type { Area };

export interface AvatarCropperProps {
  /** The picture, as a data address: pages may show no other of their own making. */
  src: string;
  /** The chosen square, in pixels of the picture. */
  onChoose: (area: Area) => void;
  /** The file is no picture that this browser can open. */
  onBroken: () => void;
}

const WIDEST = 4;

/** A round window over a picture: drag it, pinch it, use the wheel, the arrow keys or the slider. */
export function AvatarCropper({ src, onChoose, onBroken }: AvatarCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={s.stage}>
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={WIDEST}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, area) => onChoose(area)}
          mediaProps={{ alt: '', onError: onBroken }}
          cropperProps={{ role: 'group', 'aria-label': '头像范围，可用方向键移动' }}
        />
      </div>
      <label className={s.zoom}>
        <span>缩放</span>
        <input
          type="range"
          min={1}
          max={WIDEST}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </>
  );
}
