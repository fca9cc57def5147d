import { CallError } from '#client/call-error.ts';
import { call } from '../../api.ts';

/**
 * Publishes the newest version. The list does not know which that is, so it is asked for first.
 * @throws CallError also where it now waits for a reviewer, since readers do not see it
 */
export async function publishNewest(id: string): Promise<void> {
  const { version } = await call('GET /admin/post/detail', { query: { id }, silent: true });
  const { isHeld } = await call('POST /admin/post/publish', { body: { id, base: version }, silent: true });
  if (isHeld) throw new CallError('refused', '含有需要审核的词，已送审，通过后发布');
}

export const withdraw = (id: string) => call('POST /admin/post/withdraw', { body: { id }, silent: true });
export const deleteDraft = (id: string) => call('POST /admin/post/delete', { body: { id }, silent: true });
