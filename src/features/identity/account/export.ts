import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit, rateLimitKey } from '#kernel/db/rate-limits.ts';
import { rateLimited } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import type { IdentityParts } from '../parts.ts';
import {
  findAccount,
  listConsents,
  listExternalAccounts,
  listSessions,
  listTagsOf,
} from './account-queries.ts';
import { nameDevice } from './devices.ts';
import { requireMember } from './reads.ts';
import { findSelf } from './service.ts';

/** Once a minute. */
const exports: RateLimit = {
  name: 'identity.export',
  max: 1,
  windowMs: 60_000,
  refuse: (wait) => rateLimited(`个人数据每分钟可导出一次，请 ${wait} 秒后再试`, wait),
};
/** Under which a member's exports are counted. */
export const exportLimitKey = (memberId: string): string => rateLimitKey(exports, memberId);
const allSessions = 10_000;

/**
 * Everything the portal keeps about the asking member, as a zip: JSON by subject, and their picture. It is made
 * while it is sent, part after part, so that a long life with us fits through little memory.
 * @throws rateLimited more often than once a minute
 */
export async function exportData(
  ctx: Context,
  { files, personalData }: Pick<IdentityParts, 'files' | 'personalData'>,
): Promise<BinaryFile> {
  const { memberId } = requireMember(ctx);
  const { avatar } = await findSelf(ctx);
  await countHit(ctx, ctx.db, exports, memberId);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let reading: Readable | undefined;
  zip.on('error', (error) => output.destroy(error as Error));
  output.on('close', () => reading?.destroy());
  zip.addBuffer(Buffer.from(explanation), '说明.txt');
  for (const part of [...ownParts, ...personalData])
    zip.addReadStreamLazy(`${part.name}.json`, (begin) => {
      reading = Readable.from(writeJson(part.read(ctx, memberId)));
      // yazl does not listen to it, and a stream whose fault nobody hears ends the process.
      reading.on('error', (error) => output.destroy(error));
      begin(null, reading);
    });
  const picture = avatar === null ? null : await files.read(ctx.tenant.id, avatar);
  if (picture) zip.addBuffer(picture, 'avatar.webp', { compress: false });
  zip.end();
  const day = toIso(ctx.now()).slice(0, 10);
  return { name: `个人数据-${day}.zip`, bytes: output };
}

const explanation = `这份压缩包是您在本站的个人信息副本（《个人信息保护法》第四十五条）。

profile            账号资料
sessions           登录设备
consents           您同意过的协议与隐私政策版本
external-accounts  绑定的第三方账号
tags               编辑部为您加的标签
avatar.webp        头像
memberships        会员权益
其余文件以内容命名，如收藏、关注、阅读记录与消息。

文件均为 UTF-8 编码的 JSON，时间为 ISO 8601。请妥善保管，不要发给他人。
`;

/** What identity itself keeps. Passwords and secrets are no information about a person, and stay. */
const ownParts: readonly PersonalDataPart[] = [
  {
    name: 'profile',
    async read({ db }, memberId) {
      const account = await findAccount(db, memberId);
      if (!account) return [];
      const { role_names, has_password, has_totp, deletion_due_at, created_at, wechat: _, ...rest } = account;
      return [
        {
          ...rest,
          roleNames: role_names,
          hasPassword: has_password,
          hasTotp: has_totp,
          deletionDueAt: deletion_due_at && toIso(deletion_due_at),
          createdAt: toIso(created_at),
        },
      ];
    },
  },
  {
    name: 'sessions',
    async read({ db, now }, memberId) {
      const rows = await listSessions(db, memberId, now(), allSessions);
      return rows.map(({ user_agent, address, created_at, last_seen_at }) => ({
        device: nameDevice(user_agent),
        userAgent: user_agent,
        address,
        createdAt: toIso(created_at),
        lastSeenAt: toIso(last_seen_at),
      }));
    },
  },
  {
    name: 'consents',
    async read({ db }, memberId) {
      const rows = await listConsents(db, memberId);
      return rows.map(({ agreed_at, ...consent }) => ({ ...consent, agreedAt: toIso(agreed_at) }));
    },
  },
  {
    name: 'external-accounts',
    async read({ db }, memberId) {
      const rows = await listExternalAccounts(db, memberId);
      return rows.map(({ provider, union_id, open_id, nickname, created_at }) => ({
        provider,
        unionId: union_id,
        openId: open_id,
        nickname,
        createdAt: toIso(created_at),
      }));
    },
  },
  { name: 'tags', read: ({ db }, memberId) => listTagsOf(db, memberId) },
];

/** An array of rows as text, a row a line, as they come. */
async function* writeJson(rows: ReturnType<PersonalDataPart['read']>): AsyncGenerator<Buffer> {
  let separator = '[\n';
  for await (const row of Symbol.asyncIterator in rows ? rows : await rows) {
    yield Buffer.from(`${separator}  ${JSON.stringify(row)}`);
    separator = ',\n';
  }
  yield Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n');
}
