import { useEffect, useState } from 'react';
import { readChartTheme, useColorScheme } from '#ui/charts/chart-theme.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { SectionNote } from '#ui/states/notice.tsx';
import { drawPoster, type Poster, posterSize } from './draw-poster.ts';
import s from './poster-view.module.css';

export interface PosterViewProps {
  poster: Poster;
  /** Alternative text of the picture, and the file name without its extension. */
  title: string;
}

type RenderedPoster = { file: File; url: string };

/** A player's result as a picture: to save, or to share with the system's share sheet if there is one. */
export function PosterView({ poster, title }: PosterViewProps) {
  const rendered = useRenderedPoster(poster, `${title}.png`);
  if (rendered === 'failed') return <SectionNote>这个浏览器画不出海报，请换一个浏览器再试。</SectionNote>;
  return (
    <div className={s.poster}>
      {rendered ? (
        <img
          className={s.picture}
          src={rendered.url}
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
        {rendered && canShare(rendered.file) && (
          <Button tone="ink" icon="share" onClick={() => void share(rendered.file, title)}>
            分享
          </Button>
        )}
        {rendered && (
          <ButtonLink href={rendered.url} download={rendered.file.name}>
            保存图片
          </ButtonLink>
        )}
      </div>
      <p className={s.hint}>手机上也可以长按图片保存。</p>
    </div>
  );
}

function useRenderedPoster(poster: Poster, name: string): RenderedPoster | 'failed' | null {
  const [rendered, setRendered] = useState<RenderedPoster | 'failed' | null>(null);
  const colourMode = useColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the poster is rendered again when the theme changes
  useEffect(() => {
    let isCurrent = true;
    renderPoster(poster, name).then(
      (picture) => isCurrent && setRendered(picture),
      () => isCurrent && setRendered('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [poster, name, colourMode]);
  return rendered;
}

async function renderPoster(poster: Poster, name: string): Promise<RenderedPoster> {
  const canvas = document.createElement('canvas');
  drawPoster(canvas, poster, readChartTheme());
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('The canvas returned no picture.');
  // The Content-Security-Policy allows pictures of the site's own origin and data URLs, but no blob URLs.
  const url = canvas.toDataURL('image/png');
  return { file: new File([picture], name, { type: 'image/png' }), url };
}

const canShare = (file: File): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [file] }) &&
  matchMedia('(pointer: coarse)').matches;

async function share(file: File, title: string): Promise<void> {
  // Dismissing the share sheet is not an error; after any other failure the picture can still be saved.
  await navigator.share({ files: [file], title }).catch(() => undefined);
}
