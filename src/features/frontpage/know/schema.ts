import { z } from 'zod';
import { fields, oneOf, requiredText } from '#kernel/http/bodies.ts';
import { id } from '#kernel/http/inputs.ts';
import { cleanText } from '#shared/clean-text.ts';

/** Where a know pop-up appears: on the site, before a purchase, before writing a reference. */
export const place = oneOf('位置', ['site', 'purchase', 'reference']);

export const placeQuery = z.object({ place });
export const idQuery = z.object({ id: id('须知编号') });
export const idInput = fields({ id: id('须知编号') });

/** The live version of a place for the caller; visitors' browsers remember themselves what was acknowledged. */
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

// A longer notice would not be read to its end.
const maxBodyLength = 20_000;
const body = z
  .string({ error: '请填写须知内容' })
  .max(maxBodyLength, { error: `须知内容过长，最多 ${maxBodyLength} 个字` })
  .transform(cleanText)
  .meta({ title: '须知内容' });
export const createInput = fields({
  place,
  title: requiredText('须知标题', 50),
  body,
});
export const previewInput = fields({ body });
export const preview = z.object({ body: z.string() });
export const created = z.object({ id: z.string(), version: z.number().int() });

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
