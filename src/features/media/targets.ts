import type { Context } from '#kernel/context.ts';
import type { MediaParts } from './parts.ts';
import type { MediaDetail } from './schema.ts';

type Use = MediaDetail['uses'][number];

/** What each thing is, in words, and where the back office edits one of it. */
const things: Readonly<Record<string, { label: string; to: (id: string) => string | null }>> = {
  post: { label: '稿件', to: (id) => `/posts/${id}` },
  advert: { label: '广告', to: () => '/frontpage' },
  author: { label: '作者', to: () => '/authors' },
  'contest-season': { label: '赛季', to: () => '/contest' },
};

/** Targets in words: 稿件《标题》; of a thing nobody can name, its number. */
export async function describeTargets(
  ctx: Context,
  nameTargets: MediaParts['nameTargets'],
  targets: readonly string[],
): Promise<Use[]> {
  const parted = targets.map((target) => {
    const [thing = '', id = ''] = target.split(':');
    return { target, thing, id };
  });
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const thing of new Set(parted.map((one) => one.thing))) {
    const ids = parted.filter((one) => one.thing === thing).map(({ id }) => id);
    names.set(thing, (await nameTargets[thing]?.(ctx, ids)) ?? new Map());
  }
  return parted.map(({ target, thing, id }) => {
    const { label, to } = things[thing] ?? { label: thing, to: () => null };
    const name = names.get(thing)?.get(id);
    return { target, title: name ? `${label}《${name}》` : `${label} ${id}`, to: to(id) };
  });
}
