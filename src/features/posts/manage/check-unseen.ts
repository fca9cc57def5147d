import { type Actor, workOwnerOf } from '#kernel/actor.ts';
import { invalid } from '#kernel/errors.ts';
import { nameUnseen, type Unseen } from '#shared/unseen.ts';
import { type PreparedBody, prepareBody } from '../body/index.ts';
import type { Content } from './schema.ts';

type Shown = { html: string; cover?: Content['cover'] };

/** Returns what readers will not see of a version: a cover of another site, and parts of its body. `body`: as prepared. */
export async function findUnseen(
  ctx: { actor: Actor },
  { html, cover = null }: Shown,
  body?: PreparedBody,
): Promise<Unseen[]> {
  const { unseen } = body ?? (await prepareBody({ body: html, format: 'html' }, workOwnerOf(ctx)));
  return cover === null || cover.startsWith('/')
    ? unseen
    : [{ kind: 'cover', address: cover, name: '' }, ...unseen];
}

/** @throws invalid naming what readers will not see */
export async function refuseUnseen(ctx: { actor: Actor }, shown: Shown, body: PreparedBody): Promise<void> {
  const unseen = await findUnseen(ctx, shown, body);
  if (unseen.length === 0) return;
  const named = unseen.slice(0, maxNamed).map(nameUnseen).join('、');
  const rest = unseen.length > maxNamed ? ` 等 ${unseen.length} 处` : '';
  throw invalid(
    `读者会看不到：${named}${rest}。页面只显示本站的文件，请在编辑页重新取回、上传或删去，也可以在那里确认照样发布`,
    'acceptsUnseen',
  );
}

const maxNamed = 5;
