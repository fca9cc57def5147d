import { Readable } from 'node:stream';
import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { csvRows, toCsv } from '#shared/csv.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { isMobile, maskMobile } from '#shared/mobiles.ts';
import { maskEmail } from '../account/reads.ts';
import { listMemberRows, type MemberFilter, type MemberListRow } from './member-queries.ts';
import { toFilter } from './reads.ts';
import type { memberFilter } from './schema.ts';

const batchSize = 1000;

/**
 * Exports the filtered list as CSV. Mobile numbers are whole, except those of members with more permissions than the
 * caller. The export and its filter are audited first. The file is streamed, so memory use does not grow with the
 * number of members.
 */
export async function exportMembers(ctx: Context, query: z.output<typeof memberFilter>): Promise<BinaryFile> {
  const { startTime, endTime, ...rest } = query;
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'member.export',
      target: 'members',
      after: {
        ...rest,
        ...(startTime && { startTime: toIso(startTime.first) }),
        ...(endTime && { endTime: toIso(endTime.last) }),
      },
    }),
  );
  const bytes = Readable.from(writeRows(ctx, toFilter(ctx, query)));
  return { name: `会员-${dayOf(ctx.now())}.csv`, bytes };
}

const header = [
  '编号',
  '昵称',
  '手机号',
  '邮箱',
  '角色',
  '标签',
  'VIP 到期',
  '注册时间',
  '最近活动',
  '停用时间',
  '停用原因',
];

async function* writeRows(ctx: Context, filter: MemberFilter): AsyncGenerator<Buffer> {
  yield Buffer.from(toCsv(header, []));
  const now = ctx.now();
  let after: string | undefined;
  do {
    const rows = await listMemberRows(ctx.db, filter, now, { limit: batchSize, after });
    if (rows.length > 0) yield Buffer.from(csvRows(rows.map(cellsOf)));
    after = rows.length === batchSize ? rows.at(-1)?.id : undefined;
  } while (after !== undefined);
}

const cellsOf = (row: MemberListRow): (string | null)[] => [
  row.id,
  row.name,
  row.is_above || !isMobile(row.mobile) ? maskMobile(row.mobile) : row.mobile,
  row.is_above && row.email ? maskEmail(row.email) : row.email,
  row.roles.map(({ name }) => name).join('、'),
  row.tags.join('、'),
  formatMoment(row.vip_until),
  formatMoment(row.created_at),
  formatMoment(row.last_seen_at),
  formatMoment(row.blocked_at),
  row.block_reason,
];

/** Formats a time as `2026-11-20 07:30`, which spreadsheets recognise. */
const formatMoment = (at: Date | null): string => (at ? toIso(at).slice(0, 16).replace('T', ' ') : '');
