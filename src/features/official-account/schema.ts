import { z } from 'zod';
import { choice } from '#kernel/http/inputs.ts';

export const signatureQuery = z.object({
  address: z
    .string({ error: '请提供页面地址' })
    .min(1, { error: '请提供页面地址' })
    .max(2000, { error: '页面地址过长' })
    .meta({ title: '页面地址' }),
  isRefused: choice('是否被拒绝', ['true', 'false'], 'false').transform((word) => word === 'true'),
});

/** The arguments of `wx.config`. */
export const signature = z.object({
  appId: z.string(),
  timestamp: z.number(),
  nonceStr: z.string(),
  signature: z.string(),
});
export type ShareSignature = z.infer<typeof signature>;
