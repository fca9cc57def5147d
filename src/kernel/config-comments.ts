import { z } from 'zod';

/** Comments, as variables; the desk may say otherwise. Review before display is what the law's rules expect. */
export const commentEnvironment = {
  COMMENTS: z.enum(['open', 'closed'], { error: '应为 open 或 closed' }).default('open'),
  COMMENT_MODERATION: z.enum(['pre', 'post'], { error: '应为 pre 或 post' }).default('pre'),
  COMMENT_MOBILE: z
    .enum(['required', 'optional'], { error: '应为 required 或 optional' })
    .default('required'),
};

const shape = z.object(commentEnvironment);

/**
 * `isOpen`: members may write, on pieces that are not closed. `moderation`: staff read what is written before others do
 * (`pre`), or afterwards. `isMobileRequired`: only who has bound a mobile number writes.
 */
export const commentsOf = (env: z.infer<typeof shape>) => ({
  isOpen: env.COMMENTS === 'open',
  moderation: env.COMMENT_MODERATION,
  isMobileRequired: env.COMMENT_MOBILE === 'required',
});
export type CommentRules = ReturnType<typeof commentsOf>;
