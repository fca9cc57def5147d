import { z } from 'zod';
import { fields, flag, idOf, oneOf, requiredText } from '#kernel/http/bodies.ts';
import { id } from '#kernel/http/inputs.ts';
import { detail } from '../schema.ts';

export const previewDays = ['1', '3', '7'] as const;

export const createPreviewLinkInput = fields({
  id: idOf('稿件编号'),
  /** Whom it is for; the watermark shows it. */
  label: requiredText('给谁看', 30),
  days: oneOf('有效天数', previewDays),
  as: oneOf('读者', ['visitor', 'buyer']),
  /** Keeps showing today's version; otherwise the newest at each opening. */
  isFixed: flag('固定版本'),
});
/** The token is returned only this once. */
export const createdPreviewLink = z.object({ id: z.string(), token: z.string(), expiresAt: z.string() });

export const previewLinksQuery = z.object({ id: id('稿件编号') });
export const previewLink = z.object({
  id: z.string(),
  label: z.string(),
  as: z.enum(['visitor', 'buyer']),
  /** The fixed version; null if the link shows the newest. */
  version: z.number().int().nullable(),
  state: z.enum(['open', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  opened: z.number().int(),
  lastOpenedAt: z.string().nullable(),
});
export const previewLinks = z.array(previewLink);

export const revokePreviewLinkInput = fields({ id: idOf('稿件编号'), linkId: idOf('链接编号') });

export const openPreviewInput = fields({ token: requiredText('预览码', 100) });
export const openedPreview = z.object({
  post: detail,
  /** The watermark: whom the link is for, and the Shanghai day of the opening. */
  label: z.string(),
  day: z.string(),
  expiresAt: z.string(),
});

export type PreviewLink = z.infer<typeof previewLink>;
export type OpenedPreview = z.infer<typeof openedPreview>;
