import { z } from 'zod';
import { fields, flag, idOf } from '#kernel/http/bodies.ts';

export const talk = z.object({ areCommentsClosed: z.boolean(), comments: z.number().int() });
export const closeInput = fields({ id: idOf('id', '内容编号'), isClosed: flag('isClosed', '关闭评论') });
