import { encode } from 'uqr';
import s from './qr-code.module.css';

/** A QR code of `text`, always dark on light, also in the dark theme: many scanners cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={s.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className={s.ground} d={`M0 0h${size}v${size}h-${size}z`} />
      <path className={s.dots} d={path} />
    </svg>
  );
}
