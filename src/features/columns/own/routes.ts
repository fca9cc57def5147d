import { z } from 'zod';
import { fields, idOf } from '#kernel/http/bodies.ts';
import { get, post } from '#kernel/http/calls.ts';
import { isId } from '#shared/ids.ts';
import { listOffColumns } from '../reads.ts';
import { columnList } from '../schema.ts';
import { ownColumns, setOwnColumns } from './own-columns.ts';

const maxOwnColumns = 50;

const setInput = fields({
  id: idOf('会员编号'),
  columnIds: z
    .array(z.string().refine(isId, { error: '负责栏目应为栏目编号' }), { error: '负责栏目应为列表' })
    .max(maxOwnColumns, { error: `负责栏目最多 ${maxOwnColumns} 个` })
    .transform((ids) => [...new Set(ids)])
    .meta({ title: '负责栏目' }),
});

/** Calls about the columns that a staff account is limited to. */
export const ownColumnRoutes = [
  get('/admin/column/own', {
    access: 'staff',
    summary:
      'Returns the columns in which the caller may change posts, those below included; `ids` null for all. `off`: columns that readers do not see because their module is switched off.',
    data: z.object({ ids: z.array(z.string()).nullable(), off: columnList.optional() }),
    run: async (ctx) => {
      const own = await ownColumns(ctx);
      const off = await listOffColumns(ctx);
      return { ids: own ? [...own] : null, ...(off.length > 0 && { off }) };
    },
  }),
  post('/admin/staff/setColumns', {
    access: { permission: 'staff.manage' },
    summary: 'Limits a member of staff to columns and those below them; an empty list removes the limit.',
    body: setInput,
    data: z.boolean(),
    run: (ctx, { body }) => setOwnColumns(ctx, body),
  }),
];
