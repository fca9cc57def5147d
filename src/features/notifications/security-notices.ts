import type { SecurityBurst } from '#features/audit/events.ts';
import { listStaffWith } from '#features/identity/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notifyMembers } from './service.ts';

/** Notifies administrators of an unusual number of failures. */
export async function onSecurityBurst(
  ctx: Context,
  trx: Trx,
  { counts, minutes }: SecurityBurst,
): Promise<void> {
  await notifyMembers(ctx, trx, await listStaffWith(trx, '*'), {
    kind: 'system',
    title: '安全提醒：失败次数异常',
    body: `最近 ${minutes} 分钟：${counts.map(({ label, count }) => `${label} ${count} 次`).join('，')}。请在操作日志的“安全”里查看来源。`,
    link: '/admin/audit?scope=security',
    sourceKey: `security:${ctx.now().getTime()}`,
  });
}
