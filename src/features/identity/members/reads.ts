import type { z } from 'zod';
import { hasPermission } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { emptyPage, offsetOf, type Page, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import { isMobile, maskMobile } from '#shared/mobiles.ts';
import { listConsents, listSessions } from '../account/account-queries.ts';
import { describeDevice } from '../account/describe-device.ts';
import { maskEmail } from '../account/reads.ts';
import { normalisePhone } from '../sign-in/phones.ts';
import { allPermissions, holdsAll } from '../staff/policy.ts';
import {
  countMemberRows,
  findMemberDetail,
  listMemberRows,
  listTags,
  type MemberFilter,
  type MemberListRow,
} from './member-queries.ts';
import type { MemberDetail, MemberRecord, memberFilter, memberQuery } from './schema.ts';

const totalCap = 1000;
const maxListedTags = 200;
const maxSessions = 50;

/** Lists members, newest first, filtered by search text, tag, role, state, VIP and day of registration. */
export async function listMembers(
  ctx: Context,
  query: z.output<typeof memberQuery>,
): Promise<Page<MemberRecord>> {
  const filter = toFilter(ctx, query);
  const now = ctx.now();
  const count = await countMemberRows(ctx.db, filter, now, totalCap);
  const total = count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
  const offset = query.cursor ? 0 : offsetOf(query);
  if (offset === null) return emptyPage(query, total);
  const rows = await listMemberRows(ctx.db, filter, now, {
    limit: query.size + 1,
    after: query.cursor?.id,
    offset,
  });
  const seen = rows.slice(0, query.size);
  const last = rows.length > query.size ? seen.at(-1) : undefined;
  const cursor = last ? writeCursor({ at: last.created_at.getTime(), id: last.id }) : null;
  return toPage(seen.map(presentMember), total, query, cursor);
}

/**
 * Translates the request into the filter of the queries. Digits may be an id or a mobile number. A prefix of a number,
 * seven digits or more, matches only for callers with `members.manage`, and only members with no more permissions than
 * the caller: otherwise anyone could find masked numbers digit by digit.
 */
export function toFilter(
  { actor }: Pick<Context, 'actor'>,
  query: z.output<typeof memberFilter>,
): MemberFilter {
  const { keyword, tag, role, state, vip, startTime, endTime } = query;
  const typed = keyword?.normalize('NFC').trim() ?? '';
  const digits = normalisePhone(typed);
  const isPrefix = /^1\d{6,9}$/.test(digits) && hasPermission(actor, 'members.manage');
  return {
    heldPermissions:
      actor.kind === 'member' && !holdsAll(actor, [allPermissions]) ? [...actor.permissions] : null,
    search:
      typed === ''
        ? undefined
        : {
            namePrefix: typed,
            ...(isId(digits) && { id: digits }),
            ...(isMobile(digits) && { mobile: digits }),
            ...(typed.includes('@') && { email: typed.normalize('NFKC').toLowerCase() }),
            ...(isPrefix && { mobilePrefix: digits }),
          },
    tag,
    role,
    state,
    isVip: vip === 'yes',
    from: startTime?.first,
    to: endTime?.last,
  };
}

/** Returns one member with the details of the admin page. @throws notFound, also for a deleted member */
export async function readMember(ctx: Context, id: string): Promise<MemberDetail> {
  const row = await findMemberDetail(ctx.db, id, ctx.now());
  if (!row) throw notFound('没有这位会员，或账号已注销');
  const sessions = await listSessions(ctx.db, id, ctx.now(), maxSessions);
  const consents = await listConsents(ctx.db, id);
  return {
    ...presentMember(row),
    hasPassword: row.has_password,
    hasTotp: row.has_totp,
    blockReason: row.block_reason,
    wechat: row.wechat_at && { nickname: row.wechat ?? '', boundAt: toIso(row.wechat_at) },
    sessions: sessions.map((session) => ({
      id: session.id,
      device: describeDevice(session.user_agent),
      address: session.address,
      createdAt: toIso(session.created_at),
      lastSeenAt: toIso(session.last_seen_at),
    })),
    consents: consents.map(({ kind, version, agreed_at }) => ({ kind, version, agreedAt: toIso(agreed_at) })),
  };
}

export const readTags = ({ db }: Context) => listTags(db, maxListedTags, totalCap);

/** Presents a member to staff with a masked mobile number. */
function presentMember(row: Omit<MemberListRow, 'is_above'>): MemberRecord {
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatar,
    mobile: maskMobile(row.mobile),
    email: row.email && maskEmail(row.email),
    roles: row.roles,
    tags: row.tags,
    vipUntil: row.vip_until && toIso(row.vip_until),
    blockedAt: row.blocked_at && toIso(row.blocked_at),
    deletionDueAt: row.deletion_due_at && toIso(row.deletion_due_at),
    createdAt: toIso(row.created_at),
    lastSeenAt: row.last_seen_at && toIso(row.last_seen_at),
  };
}
