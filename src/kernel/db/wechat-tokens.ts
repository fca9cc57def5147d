import { sql } from 'kysely';
import type { Database, Trx } from '../context.ts';

export type TokenKind = 'access_token' | 'jsapi_ticket';
export type TokenRow = { value: string; fetched_at: Date; expires_at: Date };

/** Takes an advisory lock until the transaction ends, so that one process at a time fetches this token. */
export async function lockToken(trx: Trx, appId: string, kind: TokenKind): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended(current_schema() || ' wechat ' || ${kind}::text || ' ' || ${appId}::text, 0)
    )`.execute(trx);
}

export function findToken(db: Database | Trx, appId: string, kind: TokenKind): Promise<TokenRow | undefined> {
  return db
    .selectFrom('wechat_tokens')
    .select(['value', 'fetched_at', 'expires_at'])
    .where('app_id', '=', appId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

export async function upsertToken(trx: Trx, appId: string, kind: TokenKind, token: TokenRow): Promise<void> {
  await trx
    .insertInto('wechat_tokens')
    .values({ app_id: appId, kind, ...token })
    .onConflict((row) => row.columns(['app_id', 'kind']).doUpdateSet(token))
    .execute();
}
