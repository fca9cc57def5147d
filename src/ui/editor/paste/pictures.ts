import { readEmbedAddress } from '#shared/embeds.ts';
import { missingPicture, missingVideo } from '#shared/unseen.ts';

/**
 * Gives lazy pictures their address (WeChat: `data-src`), and replaces pictures that cannot be read here by a note with
 * their name, so that the writer sees where one is to be added: files of Word's temporary folder, pictures inside an
 * application or a mail. VML alone holds no picture; its description is used.
 */
export function readPictures(body: HTMLElement): void {
  let count = 0;
  for (const picture of [...body.querySelectorAll('img')]) {
    const lazy = ['data-src', 'data-original', 'data-lazy-src', 'data-backsrc']
      .map((name) => picture.getAttribute(name) ?? '')
      .find((address) => /^(?:https?:)?\/\//i.test(address));
    const source = picture.getAttribute('src') ?? '';
    if (lazy && !/^https?:/i.test(source)) picture.setAttribute('src', lazy);
    // A body names files of this site by their path.
    else if (source.startsWith(`${location.origin}/`))
      picture.setAttribute('src', source.slice(location.origin.length));
    else if (!isReadable(source)) {
      count += 1;
      picture.replaceWith(missing(picture, nameOf(picture, count)));
    }
  }
  for (const shape of [...body.querySelectorAll('*')]) {
    if (
      !/^v:(?:shape|rect|group)$/i.test(shape.tagName) ||
      shape.parentElement?.closest('v\\:shape, v\\:group')
    )
      continue;
    if (shape.textContent?.trim() || shape.querySelector('img')) continue;
    const data = [...shape.children].find(({ tagName }) => /^v:imagedata$/i.test(tagName));
    if (!data) continue;
    count += 1;
    const name = shape.getAttribute('alt') || data.getAttribute('o:title') || `图 ${count}`;
    shape.replaceWith(missing(shape, name));
  }
}

/**
 * Gives lazy frames their address (WeChat: `data-src`), and replaces those that a body cannot have by a note, so that the
 * writer sees where a video is missing.
 */
export function readFrames(body: HTMLElement): void {
  for (const frame of [...body.querySelectorAll('iframe')]) {
    const address = ['src', 'data-src', 'data-original-src']
      .map((name) => frame.getAttribute(name) ?? '')
      .find((one) => readEmbedAddress(one));
    if (address) frame.setAttribute('src', address);
    else if (frame.matches('.video_iframe, [data-mpvid], [data-vidtype], [src*="video"], [src*="player"]'))
      frame.replaceWith(noteOf(frame, missingVideo));
  }
}

// Other schemes (file, blob, cid, webkit-fake-url, native-resource) have no content outside their application.
const isReadable = (source: string): boolean =>
  /^(?:https?:|\/|data:image\/(?:png|jpe?g|gif|webp);base64,)/i.test(source) || /^[\w./%?=&-]+$/.test(source);

function nameOf(picture: Element, count: number): string {
  const described = (picture.getAttribute('alt') || picture.getAttribute('title') || '')
    .replace(/\s+/g, ' ')
    .trim();
  return described ? described.slice(0, 60) : `图 ${count}`;
}

function missing(around: Element, name: string): HTMLElement {
  return noteOf(around, missingPicture(name));
}

function noteOf(around: Element, text: string): HTMLElement {
  const note = around.ownerDocument.createElement('strong');
  note.textContent = text;
  return note;
}
