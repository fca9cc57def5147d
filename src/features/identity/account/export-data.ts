import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit, rateLimitKey } from '#kernel/db/rate-limits.ts';
import { rateLimited } from '#kernel/errors.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import type { PersonalDataPart } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { findFeedAddress } from '../feed-address/queries.ts';
import type { IdentityParts } from '../parts.ts';
import {
  findAccount,
  listConsents,
  listExternalAccounts,
  listSessions,
  listTagsOf,
} from './account-queries.ts';
import { describeDevice } from './describe-device.ts';
import { requireMember } from './reads.ts';
import { requireOwnMember } from './service.ts';

/** Once a minute per member. */
const exportLimit: RateLimit = {
  name: 'identity.export',
  max: 1,
  windowMs: 60_000,
  refuse: (wait) => rateLimited(`个人数据每分钟可导出一次，请 ${wait} 秒后再试`, wait),
};
/** Rate-limit key that counts a member's exports. */
export const exportLimitKey = (memberId: string): string => rateLimitKey(exportLimit, memberId);
const maxSessions = 10_000;

/**
 * Returns everything the portal stores about the caller as a zip: JSON by subject, and their avatar. The zip is
 * streamed part by part, so memory use does not grow with the amount of data.
 * @throws rateLimited when called more than once a minute
 */
export async function exportData(
  ctx: Context,
  { files, personalData }: Pick<IdentityParts, 'files' | 'personalData'>,
): Promise<BinaryFile> {
  const { memberId } = requireMember(ctx);
  const { avatar } = await requireOwnMember(ctx);
  await countHit(ctx, ctx.db, exportLimit, memberId);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let source: Readable | undefined;
  zip.on('error', (error) => output.destroy(error as Error));
  output.on('close', () => source?.destroy());
  zip.addBuffer(Buffer.from(readmeText), '说明.txt');
  for (const part of [...identityDataParts, ...personalData])
    zip.addReadStreamLazy(`${part.name}.json`, (start) => {
      source = Readable.from(writeJson(part.read(ctx, memberId)));
      // yazl does not listen for errors of the source, and an unhandled stream error ends the process.
      source.on('error', (error) => output.destroy(error));
      start(null, source);
    });
  const picture = avatar === null ? null : await files.read(ctx.tenant.id, avatar);
  if (picture) zip.addBuffer(picture, 'avatar.webp', { compress: false });
  zip.end();
  const day = toIso(ctx.now()).slice(0, 10);
  return { name: `个人数据-${day}.zip`, bytes: output };
}

const readmeText = `这份压缩包是你在本站的个人信息副本（《个人信息保护法》第四十五条）。

profile            账号资料
sessions           登录设备
feed-address       专属订阅地址的生成时间和最近读取时间
consents           你同意过的协议与隐私政策版本
external-accounts  绑定的第三方账号
tags               编辑部为你加的标签
avatar.webp        头像
memberships        会员权益
其余文件以内容命名，如收藏、关注、阅读记录与消息。

文件均为 UTF-8 编码的 JSON，时间为 ISO 8601。请妥善保管，不要发给他人。
`;

/** The data that identity itself stores. Passwords and secrets are not information about a person and are left out. */
const identityDataParts: readonly PersonalDataPart[] = [
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
      const rows = await listSessions(db, memberId, now(), maxSessions);
      return rows.map(({ user_agent, address, created_at, last_seen_at }) => ({
        device: describeDevice(user_agent),
        userAgent: user_agent,
        address,
        createdAt: toIso(created_at),
        lastSeenAt: toIso(last_seen_at),
      }));
    },
  },
  {
    name: 'feed-address',
    async read({ db }, memberId) {
      const row = await findFeedAddress(db, memberId);
      return row
        ? [{ createdAt: toIso(row.created_at), lastReadAt: row.last_read_at && toIso(row.last_read_at) }]
        : [];
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

/** Streams rows as a JSON array, one row per line. */
async function* writeJson(rows: ReturnType<PersonalDataPart['read']>): AsyncGenerator<Buffer> {
  let separator = '[\n';
  for await (const row of Symbol.asyncIterator in rows ? rows : await rows) {
    yield Buffer.from(`${separator}  ${JSON.stringify(row)}`);
    separator = ',\n';
  }
  yield Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n');
}
