import { createHash } from 'node:crypto';
import type { Portal } from './portal.ts';

/** Creates sessions for members with the given tokens, valid for a day. May be repeated. */
export async function openSessions(
  { query }: Portal,
  people: readonly { memberId: string; token: string }[],
): Promise<void> {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  await query(
    `insert into sessions (member_id, token_hash, refresh_hash, expires_at, refresh_expires_at)
     select member_id, token, refresh, now() + interval '1 day', now() + interval '2 days'
     from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as given (member_id, token, refresh)
     on conflict do nothing`,
    [
      people.map(({ memberId }) => memberId),
      people.map(({ token }) => hash(token)),
      people.map(({ token }) => hash(`${token} again`)),
    ],
  );
}
