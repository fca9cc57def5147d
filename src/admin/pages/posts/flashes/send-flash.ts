import { call } from '../../../api.ts';
import { codesOf, type Flash, htmlOf } from './write-flash.ts';

/** The built-in column of global news. */
export const newsColumn = '1';

/**
 * Publishes a flash: begun, written and shown, each a call. `begun` is a piece that an earlier try left unpublished;
 * it is taken up again, so that a try after a broken line makes no second one. `onBegun` is told of a new one.
 * @returns whether it waits for a reviewer, for a word it holds
 */
export async function sendFlash(
  flash: Flash,
  begun: string | undefined,
  onBegun: (id: string) => void,
): Promise<{ isHeld: boolean }> {
  const title = flash.title.trim();
  const id = begun ?? (await begin(title, onBegun));
  const { content, version } = await call('GET /admin/post/detail', { query: { id }, silent: true });
  const written = {
    ...content,
    title,
    html: htmlOf(flash.text),
    important: flash.important,
    stockCodes: codesOf(flash.stocks),
  };
  const saved = await call('POST /admin/post/save', {
    body: { id, base: version, content: written },
    silent: true,
  });
  return call('POST /admin/post/publish', { body: { id, base: saved.version }, silent: true });
}

async function begin(title: string, onBegun: (id: string) => void): Promise<string> {
  const { id } = await call('POST /admin/post/create', {
    body: { columnId: newsColumn, title },
    silent: true,
  });
  onBegun(id);
  return id;
}
