import { useEffect, useState } from 'react';
import { readPaint, usePaintOfDay } from '#ui/charts/paint.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { PartNote } from '#ui/states/notice.tsx';
import { drawPoster, type Poster, posterSize } from './draw-poster.ts';
import s from './poster-view.module.css';

export interface PosterViewProps {
  poster: Poster;
  /** Said of the picture to who cannot see it, and the file's name without its ending. */
  title: string;
}

type Drawn = { file: File; url: string };

/** A player's result as a picture: to be kept, or sent by the phone's own sheet where there is one. */
export function PosterView({ poster, title }: PosterViewProps) {
  const drawn = useDrawn(poster, `${title}.png`);
  if (drawn === 'failed') return <PartNote>这个浏览器画不出海报，请换一个浏览器再试。</PartNote>;
  return (
    <div className={s.poster}>
      {drawn ? (
        <img
          className={s.picture}
          src={drawn.url}
          alt={`${title}：${poster.player}，${poster.place}，模拟收益率 ${poster.gain}`}
          width={posterSize.width}
          height={posterSize.height}
        />
      ) : (
        <div className={s.picture} role="status">
          正在画海报
        </div>
      )}
      <div className={s.acts}>
        {drawn && canShare(drawn.file) && (
          <Button tone="ink" icon="share" onClick={() => void share(drawn.file, title)}>
            分享
          </Button>
        )}
        {drawn && (
          <ButtonLink href={drawn.url} download={drawn.file.name}>
            保存图片
          </ButtonLink>
        )}
      </div>
      <p className={s.hint}>手机上也可以长按图片保存。</p>
    </div>
  );
}

function useDrawn(poster: Poster, name: string): Drawn | 'failed' | null {
  const [drawn, setDrawn] = useState<Drawn | 'failed' | null>(null);
  const ofDay = usePaintOfDay();
  // biome-ignore lint/correctness/useExhaustiveDependencies: by night it is drawn anew
  useEffect(() => {
    let isCurrent = true;
    draw(poster, name).then(
      (picture) => isCurrent && setDrawn(picture),
      () => isCurrent && setDrawn('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [poster, name, ofDay]);
  return drawn;
}

async function draw(poster: Poster, name: string): Promise<Drawn> {
  const canvas = document.createElement('canvas');
  drawPoster(canvas, poster, readPaint());
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('the poster could not be made a picture');
  // The site's pages show pictures of their own origin and such, and none of blobs (Content-Security-Policy).
  const url = canvas.toDataURL('image/png');
  return { file: new File([picture], name, { type: 'image/png' }), url };
}

const canShare = (file: File): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [file] }) &&
  matchMedia('(pointer: coarse)').matches;

async function share(file: File, title: string): Promise<void> {
  // Putting the sheet away is no failure, and after any other the picture can still be saved.
  await navigator.share({ files: [file], title }).catch(() => undefined);
}
