import { useQuery } from '@tanstack/react-query';
import { call } from '#admin/api.ts';
import type { Read } from '#admin/parts/data.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';

/** Loads the sensitive words in the newest version of a post, `version`. The server checks again when it publishes. */
export const useWordCheck = (id: string, version: number, isEnabled = true): Read<WordHit[]> =>
  useQuery<WordHit[]>({
    queryKey: ['wordCheck', id, version],
    queryFn: ({ signal }) => call('POST /admin/post/check', { body: { id }, silent: true, signal }),
    enabled: isEnabled,
  });
