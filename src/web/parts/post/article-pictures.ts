import { type RefObject, useEffect, useState } from 'react';
import { isComposing } from '#ui/composing.ts';

export type ArticlePicture = {
  src: string;
  alt: string;
  caption: string;
  /** Size in px at which the picture is sharp; absent until it has loaded. */
  width?: number;
  height?: number;
};

const maxVectorWidth = 2400;

export type OpenedPictures = { pictures: ArticlePicture[]; index: number };

/**
 * Makes the pictures of an article openable by press, Enter and Space. Pictures inside links and cards keep their link. `html` is
 * the text that `container` shows. Returns the opened pictures, and how to close them, which returns the focus.
 */
export function useArticlePictures(
  container: RefObject<HTMLElement | null>,
  html: string,
): { opened: OpenedPictures | null; close: () => void } {
  const [opened, setOpened] = useState<(OpenedPictures & { from: HTMLElement }) | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has new pictures
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const images = [...element.querySelectorAll('img')].filter((image) => !image.closest('a, .bookmark'));
    for (const image of images) {
      image.tabIndex = 0;
      image.setAttribute('role', 'button');
      image.setAttribute('aria-label', `放大图片${image.alt && `：${image.alt}`}`);
      // An empty alternative text marks a picture as decoration, which a button is not.
      if (image.alt === '') image.removeAttribute('alt');
    }
    const open = (event: Event) => {
      const index = images.indexOf(event.target as HTMLImageElement);
      const from = images[index];
      if (!from) return;
      event.preventDefault();
      setOpened({ pictures: images.map(toPicture), index, from });
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.key === 'Enter' || event.key === ' ') && !isComposing(event)) open(event);
    };
    element.addEventListener('click', open);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('click', open);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [container, html]);

  return {
    opened,
    close: () => {
      setOpened(null);
      opened?.from.focus({ preventScroll: true });
    },
  };
}

function toPicture(image: HTMLImageElement): ArticlePicture {
  const caption = image.closest('figure')?.querySelector('figcaption')?.textContent.trim() ?? '';
  const { alt, naturalWidth, naturalHeight } = image;
  const src = image.currentSrc || image.src;
  // A vector picture has no size of its own; its natural size is the browser's default.
  const scale = /^data:image\/svg|\.svg(?:$|[?#])/.test(src) ? maxVectorWidth / naturalWidth : 1;
  const size = { width: naturalWidth * scale, height: naturalHeight * scale };
  return { src, alt, caption: caption || alt, ...(naturalWidth > 0 && size) };
}
