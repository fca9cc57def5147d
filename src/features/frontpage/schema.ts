import { z } from 'zod';

const positionMessage = '广告位（adPosid）不正确，应为 1 到 5';

/** Positions (PRODUCT §4): 1 home carousel, 2 home side, 3 list side, 4 detail foot, 5 pop-up. */
export const adQuery = z.object({
  adPosid: z
    .string({ error: '请提供一个广告位（adPosid）' })
    .regex(/^[1-5]$/, { error: positionMessage })
    .transform(Number),
});

export const adList = z.array(
  z.object({
    id: z.string(),
    adPosid: z.number().int(),
    title: z.string(),
    image: z.string().nullable(),
    href: z.string(),
    weight: z.number().int(),
  }),
);
