import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewInvitation = {
  token_hash: Buffer;
  name: string;
  mobile: string | null;
  roles: string[];
  created_by: string;
  created_at: Date;
  expires_at: Date;
};
export type InvitationRow = {
  id: string;
  name: string;
  mobile: string | null;
  roles: string[];
  created_by: string | null;
  inviter: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_by: string | null;
  accepter: string | null;
  accepted_at: Date | null;
  revoked_at: Date | null;
};

const invitationFields = sql`i.id, i.name, i.mobile, i.roles, i.created_by, c.name inviter, i.created_at, i.expires_at,
  i.accepted_by, a.name accepter, i.accepted_at, i.revoked_at`;
const invitationJoins = sql`staff_invitations i left join members c on c.id = i.created_by left join members a on a.id = i.accepted_by`;

export async function insertInvitation(trx: Trx, row: NewInvitation): Promise<string> {
  const { id } = await trx
    .insertInto('staff_invitations')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Lists invitations, newest first, starting after the one with id `before`. */
export async function listInvitationRows(
  db: Database,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationFields} from ${invitationJoins}
    ${before === undefined ? sql`` : sql`where i.id < ${before}::bigint`}
    order by i.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function findInvitation(
  db: Database | Trx,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationFields} from ${invitationJoins} where i.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

/** Returns and locks an invitation, so that the second of two concurrent acceptances sees the first. */
export async function lockInvitation(trx: Trx, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  await sql`select from staff_invitations where token_hash = ${tokenHash} for update`.execute(trx);
  return findInvitation(trx, tokenHash);
}

export async function updateAccepted(trx: Trx, id: string, memberId: string, now: Date): Promise<void> {
  await trx
    .updateTable('staff_invitations')
    .set({ accepted_by: memberId, accepted_at: now })
    .where('id', '=', id)
    .execute();
}

/** @returns the revoked invitation; undefined when it is accepted, revoked or unknown */
export function updateRevoked(trx: Trx, id: string, now: Date) {
  return trx
    .updateTable('staff_invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(['name', 'roles'])
    .executeTakeFirst();
}

/** Lists the permissions of a member's roles; none for a member who is blocked, deleted or about to be deleted. */
export async function listHeldPermissions(trx: Trx, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ permission: string }>`
    select distinct permission from member_roles mr
    join roles r on r.code = mr.role join members m on m.id = mr.member_id, unnest(r.permissions) permission
    where mr.member_id = ${memberId} and m.blocked_at is null and m.deleted_at is null`.execute(trx);
  return rows.map(({ permission }) => permission);
}
