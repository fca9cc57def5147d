import { call } from '#admin/api.ts';
import { type Flash, parseStockCodes, toHtml } from './flash.ts';

/** Id of the built-in news column (docs/glossary.md), in which every flash is published. */
export const newsColumnId = '1';

/**
 * Creates, saves and publishes a flash (快讯, a short news post). If an attempt fails after the post was created, pass
 * the id that `onCreated` received as `unpublishedId` to retry without creating a second post.
 * @returns `isHeld`: whether the flash waits for a reviewer because of a sensitive word
 */
export async function publishFlash(
  flash: Flash,
  unpublishedId: string | undefined,
  onCreated: (id: string) => void,
): Promise<{ isHeld: boolean }> {
  const title = flash.title.trim();
  const id = unpublishedId ?? (await createPost(title, onCreated));
  const { content: currentContent, version } = await call('GET /admin/post/detail', {
    query: { id },
    silent: true,
  });
  // A save replaces the whole content, so the fields that the form does not have keep the defaults of the new post.
  const content = {
    ...currentContent,
    title,
    html: toHtml(flash.text),
    important: flash.important,
    stockCodes: parseStockCodes(flash.stocks),
  };
  const saved = await call('POST /admin/post/save', {
    body: { id, base: version, content },
    silent: true,
  });
  return call('POST /admin/post/publish', { body: { id, base: saved.version }, silent: true });
}

async function createPost(title: string, onCreated: (id: string) => void): Promise<string> {
  const { id } = await call('POST /admin/post/create', {
    body: { columnId: newsColumnId, title },
    silent: true,
  });
  onCreated(id);
  return id;
}
