import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { Extensions } from '#kernel/feature.ts';
import type { Upload } from '#kernel/http/calls.ts';
import type { GroupName } from '#kernel/settings/environment.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { type ImageSize, reencodeLogo } from '#kernel/storage/reencode-image.ts';
import { combineSettings, mergeGroup, readEnvironmentGroup, readGroups } from '../current-settings.ts';
import { refuseModulesInUse } from '../modules.ts';
import { deleteGroup, findActingMember, lockSettings, upsertGroup } from '../queries.ts';
import { readVersionsInForce } from '../reads.ts';
import { sealGroup } from '../sealed.ts';
import { labelOf } from './fields.ts';
import { type GroupValues, requireFields, requireGroup, secretsOf } from './groups.ts';
import { decideGroup, findLiveRefusal, findPayAddressRefusal } from './policy.ts';
import { loadGroup, readGroup } from './reads.ts';
import type { pictureInput, SettingGroup, saveInput } from './schema.ts';

/**
 * Saves a group, which takes precedence over the environment in every process from now on. Secrets left empty are kept.
 * @throws forbidden without the permission for the group; invalid naming the field; conflict if the group was saved since `base`, or if the change would lock its
 * author out
 */
export function saveSettings(
  ctx: Context,
  config: Config,
  extensions: Partial<Extensions>,
  { group, values: given, base }: z.output<typeof saveInput>,
): Promise<SettingGroup> {
  requireGroup(ctx.actor, group);
  return inTransaction(ctx, async (trx) => {
    const inTrx = { ...ctx, db: trx };
    await lockSettings(trx);
    const { row, values: stored } = await loadGroup(inTrx, config, group);
    if ((row?.updated_at.toISOString() ?? null) !== base)
      throw conflict(
        `${row?.updated_by ?? '别人'}刚刚改过这一组设置，你的修改没有保存。请重新打开本页，核对后再保存`,
      );
    const decision = decideGroup(group, given, stored, config);
    if ('refusal' in decision) throw invalid(decision.refusal, decision.field);
    if (given.tracing === 'on') await requirePrivacyText(inTrx);
    if (given.staffTotp === 'required') await requireOwnTotp(inTrx);
    if (group === 'modules') await refuseModulesInUse(trx, given, extensions);
    const { values } = decision;
    requireFields(ctx.actor, group, stored, values);
    const { url } = combineSettings(config, await readGroups(inTrx)).site;
    const payRefusal = findPayAddressRefusal(group, values, url);
    if (payRefusal) throw invalid(payRefusal);
    const value = sealGroup(ctx.tenant, group, values);
    await upsertGroup(trx, { name: group, value, by: requireMemberId(ctx), at: ctx.now() });
    await recordChange(ctx, trx, 'settings.save', group, stored, values);
    return readGroup(inTrx, config, group);
  });
}

/** Renames the site, in the transaction of the acting member. */
export async function nameSite(ctx: Context, trx: Trx, config: Config, name: string): Promise<void> {
  await lockSettings(trx);
  const { values: stored } = await loadGroup({ ...ctx, db: trx }, config, 'site');
  const values = mergeGroup('site', { ...stored, name });
  await upsertGroup(trx, { name: 'site', value: values, by: requireMemberId(ctx), at: ctx.now() });
  await recordChange(ctx, trx, 'settings.save', 'site', stored, values);
}

/**
 * Deletes the saved values of a group, so that the environment applies again. Idempotent.
 * @throws forbidden; conflict if a live portal could not be with the environment's values
 */
export function resetSettings(ctx: Context, config: Config, group: GroupName): Promise<SettingGroup> {
  requireGroup(ctx.actor, group);
  return inTransaction(ctx, async (trx) => {
    await lockSettings(trx);
    const inTrx = { ...ctx, db: trx };
    const { values: stored } = await loadGroup(inTrx, config, group);
    const values = readEnvironmentGroup(config, group);
    requireFields(ctx.actor, group, stored, values);
    const refused = config.siteMode === 'live' ? findLiveRefusal(group, values, config) : null;
    if (refused) throw conflict(`服务器的环境变量里没有可用的值，不能恢复默认：${refused.refusal}`);
    if (await deleteGroup(trx, group)) await recordChange(ctx, trx, 'settings.reset', group, stored, values);
    return readGroup(inTrx, config, group);
  });
}

/** Maximum sizes in pixels: three times what is shown, for high-density screens. */
const pictureSizes: Readonly<Record<z.output<typeof pictureInput>['field'], ImageSize>> = {
  logo: { width: 1200, height: 400 },
  logoDark: { width: 1200, height: 400 },
  icon: { width: 1024, height: 1024 },
  share: { width: 2400, height: 1260 },
};

/**
 * Stores a picture of the brand. It shows only after the settings are saved with its address.
 * @returns its address with width and height as the fragment
 * @throws the errors of reencodeLogo
 */
export async function uploadPicture(
  ctx: Context,
  files: Pick<FileStore, 'save'>,
  file: Upload,
  { field }: z.output<typeof pictureInput>,
): Promise<string> {
  const { bytes, width, height } = await reencodeLogo(
    file.bytes,
    pictureSizes[field],
    labelOf('site', field),
  );
  const address = await files.save(ctx.tenant.id, bytes, 'a.webp');
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, { action: 'settings.upload', target: 'settings:site', after: { address } }),
  );
  return `${address}#${width}x${height}`;
}

// An administrator without a second factor would lose, by this very change, the permission to undo it.
async function requireOwnTotp(ctx: Context): Promise<void> {
  const self = await findActingMember(ctx.db, requireMemberId(ctx));
  if (!self?.totp_enabled_at)
    throw conflict('请先为你自己的账号开启两步验证（个人中心 › 账号安全），否则保存后你也进不了后台');
}

// Readers learn of tracing from the privacy text, so it must exist first.
async function requirePrivacyText(ctx: Context): Promise<void> {
  if ((await readVersionsInForce(ctx)).privacy === null)
    throw conflict('请先发布隐私政策（设置 › 协议文本）：开启付费内容溯源要在那里告诉读者', 'tracing');
}

async function recordChange(
  ctx: Context,
  trx: Trx,
  action: string,
  group: GroupName,
  stored: GroupValues,
  values: GroupValues,
): Promise<void> {
  const changed = Object.keys(values).filter((field) => stored[field] !== values[field]);
  const secrets = secretsOf(group);
  const shown = (of: GroupValues, word: string) =>
    Object.fromEntries(
      changed.map((field) => [field, field in secrets ? (of[field] ? word : '') : of[field]]),
    );
  await recordAction(ctx, trx, {
    action,
    target: `settings:${group}`,
    before: shown(stored, '（旧值）'),
    after: shown(values, '（已更换）'),
  });
  // Columns and menu follow the modules.
  await purge(
    ctx,
    trx,
    group === 'modules' ? ['settings', 'columns', 'footer', 'home', 'adverts'] : ['settings'],
  );
}
