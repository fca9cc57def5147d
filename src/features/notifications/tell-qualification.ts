import type { QualificationDecided } from '#features/authors/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notifyMembers } from './service.ts';

/** Tells an author what staff found of their qualification, in the transaction of the decision. */
export async function tellQualification(
  ctx: Context,
  trx: Trx,
  { id, memberId, decision, note }: QualificationDecided,
): Promise<void> {
  if (memberId === null) return;
  await notifyMembers(ctx, trx, [memberId], {
    kind: 'review',
    title: decision === 'verified' ? '你的执业资格已核实' : '你的执业资格没有通过核实',
    body: note || '收费内参提到证券时，页面会写明你的执业编号和所属机构。',
    link: '/personal/reference',
    sourceKey: `qualification:${id}:${ctx.now().getTime()}`,
  });
}
