import { z } from 'zod';
import { choice } from '#kernel/http/inputs.ts';

export const agreementQuery = z.object({
  kind: choice('文本类型', ['agreement', 'privacy'], 'agreement'),
});

/** An agreement; `body` is sanitised HTML, `effectiveAt` ISO 8601. */
export const agreement = z.object({
  kind: z.enum(['agreement', 'privacy']),
  version: z.string(),
  title: z.string(),
  body: z.string(),
  effectiveAt: z.string(),
});

export type Agreement = z.infer<typeof agreement>;
