import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { validate } from '#kernel/http/calls.ts';
import { savePlan } from './plans.ts';
import { listOfferedPlans } from './reads.ts';
import { planInput } from './schema.ts';

/** Adds the first plans of a portal, unless some are on sale. May be repeated. @throws invalid naming the field */
export async function addFirstPlans(ctx: Context, definitions: readonly unknown[]): Promise<void> {
  if ((await listOfferedPlans(ctx)).length > 0) return;
  for (const definition of definitions)
    await savePlan(ctx, validate(planInput, definition) as z.output<typeof planInput>);
}
