import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import s from './picture-cropper.module.css';

export type PictureCropperProps = {
  /** An address of this site, or a data URL: the Content-Security-Policy allows no blob URLs. */
  src: string;
  aspect: number;
  isRound?: boolean;
  /** Accessible name of the crop window. */
  label: string;
  /** Called with the chosen part, in pixels of the picture. */
  onChoose: (area: Area) => void;
  /** Called if the browser cannot decode the file as a picture. */
  onError: () => void;
};

const maxZoom = 4;

/** A crop window over a picture: drag, pinch, mouse wheel, arrow keys or slider. Load it lazily. */
export default function PictureCropper({
  src,
  aspect,
  isRound = false,
  label,
  onChoose,
  onError,
}: PictureCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={s.stage}>
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={aspect}
          cropShape={isRound ? 'round' : 'rect'}
          showGrid={!isRound}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, area) => onChoose(area)}
          mediaProps={{ alt: '', onError }}
          cropperProps={{ role: 'group', 'aria-label': `${label}，可用方向键移动` }}
        />
      </div>
      <label className={s.zoom}>
        <span>缩放</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </>
  );
}
