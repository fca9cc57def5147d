import { z } from 'zod';
import { optionalText, size } from '#kernel/http/inputs.ts';

export const stocksQuery = z.object({ keyword: optionalText('关键词', 50), size });
export const stocks = z.array(z.object({ code: z.string(), name: z.string() }));

export type Stock = z.infer<typeof stocks>[number];
