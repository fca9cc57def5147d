import { z } from 'zod';
import { id } from '#kernel/http/inputs.ts';
import { cleanText } from '#shared/clean-text.ts';

const object = { error: '请求内容应为 JSON 对象' };
const placeError = { error: '位置（place）不正确，可用：site、purchase、reference' };
/** Where a know pop-up stands: on the site, before a purchase, before writing a reference. */
export const place = z.enum(['site', 'purchase', 'reference'], placeError);

export const placeQuery = z.object({ place });
export const idQuery = z.object({ id: id('id', '须知编号') });
export const idInput = z.object({ id: id('id', '须知编号') }, object);

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
export const createInput = z.object(
  {
    place,
    title: z
      .string({ error: '请填写须知标题（title）' })
      .overwrite(cleanText)
      .trim()
      .min(1, { error: '请填写须知标题（title）' })
      .max(50, { error: '须知标题（title）最多 50 个字' }),
    body,
  },
  object,
);
export const previewInput = z.object({ body }, object);
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
