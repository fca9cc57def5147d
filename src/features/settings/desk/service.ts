import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { memberOf } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Config } from '#kernel/config.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { GroupName } from '#kernel/settings/environment.ts';
import { combine, readEnvironmentGroup, readGroups } from '../current.ts';
import { deleteGroup, findSelf, lockSettings, upsertGroup } from '../queries.ts';
import { readVersionsInForce } from '../reads.ts';
import { sealGroup } from '../sealed.ts';
import { secretsOf, type Values } from './groups.ts';
import { decideGroup, refusePayWithoutAddress } from './policy.ts';
import { holdGroup, readGroup } from './reads.ts';
import type { SettingGroup, saveInput } from './schema.ts';

/**
 * Keeps a group as it was filled in; it goes before the environment from now on, in every process. Secrets left empty
 * stay. @throws invalid naming the field; conflict when somebody else saved since `base`, or when the change would lock
 * its maker out
 */
export function saveSettings(
  ctx: Context,
  config: Config,
  { group, values: given, base }: z.output<typeof saveInput>,
): Promise<SettingGroup> {
  return inTransaction(ctx, async (trx) => {
    const inside = { ...ctx, db: trx };
    await lockSettings(trx);
    const { row, values: held } = await holdGroup(inside, config, group);
    if ((row?.updated_at.toISOString() ?? null) !== base)
      throw conflict(
        `${row?.updated_by ?? '别人'}刚刚改过这一组设置，您的修改没有保存。请重新打开本页，核对后再保存`,
      );
    const decision = decideGroup(group, given, held, config);
    if ('refusal' in decision) throw invalid(decision.refusal);
    if (given.tracing === 'on') await requirePrivacyText(inside);
    if (given.staffTotp === 'required') await requireOwnTotp(inside);
    const { values } = decision;
    const { url } = combine(config, await readGroups(inside)).site;
    const homeless = refusePayWithoutAddress(group, values, url);
    if (homeless) throw invalid(homeless);
    const value = sealGroup(ctx.tenant, group, values);
    await upsertGroup(trx, { name: group, value, by: memberOf(ctx), at: ctx.now() });
    await noteChange(ctx, trx, 'settings.save', group, held, values);
    return readGroup(inside, config, group);
  });
}

/** Gives the site another name, in the transaction of the member who acts. */
export async function nameSite(ctx: Context, trx: Trx, config: Config, name: string): Promise<void> {
  await lockSettings(trx);
  const { values: held } = await holdGroup({ ...ctx, db: trx }, config, 'site');
  const values = { ...held, name };
  await upsertGroup(trx, { name: 'site', value: values, by: memberOf(ctx), at: ctx.now() });
  await noteChange(ctx, trx, 'settings.save', 'site', held, values);
}

/** Lets the environment speak for a group again. May be repeated. */
export function resetSettings(ctx: Context, config: Config, group: GroupName): Promise<SettingGroup> {
  return inTransaction(ctx, async (trx) => {
    await lockSettings(trx);
    const inside = { ...ctx, db: trx };
    const { values: held } = await holdGroup(inside, config, group);
    if (await deleteGroup(trx, group))
      await noteChange(ctx, trx, 'settings.reset', group, held, readEnvironmentGroup(config, group));
    return readGroup(inside, config, group);
  });
}

// Whoever demands it of others without having it would lose, with this very change, the permission to undo it.
async function requireOwnTotp(ctx: Context): Promise<void> {
  const self = await findSelf(ctx.db, memberOf(ctx));
  if (!self?.totp_enabled_at)
    throw conflict('请先为您自己的账号开启两步验证（个人中心 › 账号安全），否则保存后您也进不了后台');
}

// The privacy text is where readers are told of it.
async function requirePrivacyText(ctx: Context): Promise<void> {
  if ((await readVersionsInForce(ctx)).privacy === null)
    throw conflict('请先发布隐私政策（设置 › 协议文本）：开启付费内容溯源（tracing）要在那里告诉读者');
}

async function noteChange(
  ctx: Context,
  trx: Trx,
  action: string,
  group: GroupName,
  held: Values,
  values: Values,
): Promise<void> {
  const changed = Object.keys(values).filter((field) => held[field] !== values[field]);
  const secrets = secretsOf(group);
  const shown = (of: Values, word: string) =>
    Object.fromEntries(
      changed.map((field) => [field, field in secrets ? (of[field] ? word : '') : of[field]]),
    );
  await recordAction(ctx, trx, {
    action,
    target: `settings:${group}`,
    before: shown(held, '（旧值）'),
    after: shown(values, '（已更换）'),
  });
  await purge(ctx, trx, ['settings']);
}
