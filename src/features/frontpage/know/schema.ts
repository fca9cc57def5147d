import { z } from 'zod';
import { fields, filled, oneOf } from '#kernel/http/bodies.ts';
import { id } from '#kernel/http/inputs.ts';
import { cleanText } from '#shared/clean-text.ts';

/** Where a know pop-up stands: on the site, before a purchase, before writing a reference. */
export const place = oneOf('place', '位置', ['site', 'purchase', 'reference']);

export const placeQuery = z.object({ place });
export const idQuery = z.object({ id: id('id', '须知编号') });
export const idInput = fields({ id: id('id', '须知编号') });

/** What stands at a place now, for the one who asks; visitors remember for themselves what they acknowledged. */
export const know = z
  .object({
    id: z.string(),
    place,
    version: z.number().int(),
    title: z.string(),
    body: z.string(),
    acknowledged: z.boolean(),
  })
  .nullable();

// A notice that nobody reads to its end tells nobody anything.
const mostBody = 20_000;
const body = z
  .string({ error: '请填写须知内容（body）' })
  .max(mostBody, { error: `须知内容（body）过长，最多 ${mostBody} 个字` })
  .transform(cleanText);
export const createInput = fields({
  place,
  title: filled('title', '须知标题', 50),
  body,
});
export const previewInput = fields({ body });
export const preview = z.object({ body: z.string() });
export const made = z.object({ id: z.string(), version: z.number().int() });

export const knowVersion = z.object({
  id: z.string(),
  place,
  version: z.number().int(),
  title: z.string(),
  body: z.string(),
  isLive: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  /** Members who acknowledged it, counted up to 10,000. */
  acknowledged: z.number().int(),
});

export type KnowPlace = z.infer<typeof place>;
export type Know = NonNullable<z.infer<typeof know>>;
export type KnowVersion = z.infer<typeof knowVersion>;
