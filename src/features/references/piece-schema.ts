import { z } from 'zod';
import { pieceContent, pieceDetail, reviewedPiece, savedVersion } from '#features/posts/index.ts';
import { id } from '#kernel/http/inputs.ts';
import { access, base, noBody, opened, reviewFacts, security } from './schema.ts';

/*
 * What is made of posts' own schemas. It stands apart since calls.ts must not lead a browser to posts: the types of
 * these are written out there.
 */

/** Fen: what anybody pays for a text, from one yuan. */
export const leastPrice = 100;
export const mostPrice = 99_900_00;

const priceError = '价格（price）应在 1 元到 99900 元之间，精确到分';

/** All a writer may change of a reference; `price` is fen and counts with access `paid` alone. */
export const content = pieceContent
  .pick({
    columnId: true,
    title: true,
    summary: true,
    cover: true,
    vipFree: true,
    tags: true,
    stockCodes: true,
    html: true,
  })
  .extend({
    access,
    price: z
      .number({ error: priceError })
      .int({ error: priceError })
      .min(leastPrice, { error: priceError })
      .max(mostPrice, { error: priceError })
      .nullable(),
  });

export const addInput = z
  .object(
    {
      columnId: id('columnId', '栏目编号').optional(),
      title: pieceContent.shape.title.optional(),
    },
    noBody,
  )
  .prefault({});

export const saveInput = z.object(
  {
    id: id('id', '内参编号'),
    base,
    content,
    isAutosave: z.boolean({ error: '自动保存（isAutosave）应为 true 或 false' }).optional(),
  },
  noBody,
);

/** A reference as its writer's editor opens it: its newest version. */
export const detail = opened.extend({ content });

export const saved = savedVersion.extend({ securities: z.array(security) });
export const preview = pieceDetail;

/** What a reviewer looks at of a reference. */
export const reviewed = reviewedPiece.extend(reviewFacts.shape);
