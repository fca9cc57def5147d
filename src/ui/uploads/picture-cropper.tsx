import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import s from './picture-cropper.module.css';

export type { Area };

export interface PictureCropperProps {
  /** The picture as a data URL, since the Content-Security-Policy allows no blob URLs. */
  src: string;
  /** Called with the chosen square, in pixels of the picture. */
  onChoose: (area: Area) => void;
  /** Called if the browser cannot decode the file as a picture. */
  onError: () => void;
}

const MAX_ZOOM = 4;

/** A round crop window over a picture: drag, pinch, mouse wheel, arrow keys or slider. */
export function PictureCropper({ src, onChoose, onError }: PictureCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={s.stage}>
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, area) => onChoose(area)}
          mediaProps={{ alt: '', onError: onError }}
          cropperProps={{ role: 'group', 'aria-label': '头像范围，可用方向键移动' }}
        />
      </div>
      <label className={s.zoom}>
        <span>缩放</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </>
  );
}
