import { defineFeature } from '#kernel/feature.ts';
import { readTagName, tagPath } from '#shared/site-paths.ts';
import { foldTagCounts, tidyTags } from './counts.ts';
import { isTag, listSitemapTags } from './reads.ts';
import { tagRoutes } from './routes.ts';
import { runNextTagChange } from './run-changes.ts';

export { findUsedNames } from './queries.ts';
export { readTag } from './reads.ts';

export const feature = defineFeature({
  name: 'tags',
  routes: tagRoutes,
  site: {
    sitemap: { order: 40, list: async (ctx) => (await listSitemapTags(ctx)).map(tagPath) },
    // Addresses of another site may look alike.
    isOpen: async (ctx, path) => {
      const tag = readTagName(path);
      return tag === null ? undefined : isTag(ctx, tag);
    },
  },
  jobs: [
    { name: 'tags-count', everyMs: 1000, run: foldTagCounts },
    { name: 'tags-change', everyMs: 1000, run: (ctx, { signal }) => runNextTagChange(ctx, { signal }) },
    { name: 'tags-tidy', cron: '23 4 * * *', run: tidyTags },
  ],
  tables: {
    content: ['tags', 'tag_names', 'tag_deltas'],
    installation: ['tag_changes'],
    options: {
      tags: { label: '标签' },
      tag_names: { label: '标签旧名' },
      tag_deltas: { isVolatile: true },
    },
  },
  permissions: [
    {
      code: 'tags.manage',
      group: '内容',
      name: '标签与专题',
      about: '给标签改名、合并、写介绍，从所有文章删除标签；建专题，选文章，排次序',
      order: 50,
    },
  ],
  menu: [
    { to: '/tags', label: '标签与专题', icon: 'tag', permission: 'tags.manage', group: 'editing', order: 45 },
  ],
});
