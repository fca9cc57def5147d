import { expectTypeOf, test } from 'vitest';
import type { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { purge } from '#kernel/cache/purge.ts';
import type { PageModule } from '../web/page.ts';
import type { CacheTag } from './cache-tags.ts';

test('an unknown tag does not compile', () => {
  const known: CacheTag[] = ['posts', 'column:5'];
  // @ts-expect-error a misspelt tag
  known.push('colums');
  // @ts-expect-error a tag without the id it needs
  known.push('post');
});

test('purges, cached reads and pages accept only known tags', () => {
  expectTypeOf<Parameters<typeof purge>[2]>().toEqualTypeOf<readonly CacheTag[]>();
  expectTypeOf<Parameters<typeof cachedByTag>[0]>().toEqualTypeOf<readonly CacheTag[]>();
  expectTypeOf<ReturnType<NonNullable<PageModule['tags']>>>().toEqualTypeOf<CacheTag[]>();
});
