import { call } from '../../api.ts';

/** Publishes the newest version. The list does not know which that is, so it is asked for first. */
export async function publishNewest(id: string): Promise<void> {
  const { version } = await call('GET /admin/post/detail', { query: { id }, silent: true });
  await call('POST /admin/post/publish', { body: { id, base: version }, silent: true });
}

export const withdraw = (id: string) => call('POST /admin/post/withdraw', { body: { id }, silent: true });
export const deleteDraft = (id: string) => call('POST /admin/post/delete', { body: { id }, silent: true });
