/** What `share-pictures.ts` runs in a worker thread. */
import { type Drawing, drawShare as draw, type ShareInput } from './draw-share.ts';
import { SerifFont } from './font.ts';

let font: SerifFont | undefined;

export function drawShare(input: ShareInput): Promise<Drawing> {
  font ??= new SerifFont();
  return draw(font, input);
}
