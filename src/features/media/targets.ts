import type { Context } from '#kernel/context.ts';
import type { MediaDependencies } from './dependencies.ts';
import type { MediaDetail } from './schema.ts';

type Use = MediaDetail['uses'][number];

/** The label of each kind of target, and the back-office page that edits one. */
const targetKinds: Readonly<Record<string, { label: string; to: (id: string) => string | null }>> = {
  post: { label: '稿件', to: (id) => `/posts/${id}` },
  advert: { label: '广告', to: () => '/frontpage' },
  page: { label: '单页', to: (id) => `/pages/${id}` },
  topic: { label: '专题', to: () => '/tags?tab=topics' },
  author: { label: '作者', to: () => '/authors' },
  'contest-season': { label: '赛季', to: () => '/contest' },
};

/** Describes targets for people: 稿件《标题》, or the id of a target without a title. */
export async function describeTargets(
  ctx: Context,
  nameTargets: MediaDependencies['nameTargets'],
  targets: readonly string[],
): Promise<Use[]> {
  const parsed = targets.map((target) => {
    const [kind = '', id = ''] = target.split(':');
    return { target, thing: kind, id };
  });
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const kind of new Set(parsed.map((one) => one.thing))) {
    const ids = parsed.filter((one) => one.thing === kind).map(({ id }) => id);
    names.set(kind, (await nameTargets[kind]?.(ctx, ids)) ?? new Map());
  }
  return parsed.map(({ target, thing: kind, id }) => {
    const { label, to } = targetKinds[kind] ?? { label: kind, to: () => null };
    const name = names.get(kind)?.get(id);
    return { target, title: name ? `${label}《${name}》` : `${label} ${id}`, to: to(id) };
  });
}
