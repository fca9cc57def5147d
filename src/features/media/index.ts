import { defineFeature } from '#kernel/feature.ts';
import type { MediaDependencies } from './dependencies.ts';
import { mediaRoutes } from './routes.ts';
import { deleteUnusedUploads } from './service.ts';

export type { MediaDependencies } from './dependencies.ts';
export { importPictureForWriter, storeImportedFile } from './import-picture.ts';
export { fetchLinkCard } from './link-card.ts';
export { cardInput, linkCard, type MediaItem } from './schema.ts';
export { deleteUnusedItems, deleteUnusedUploads, recordMediaUses, uploadForWriter } from './service.ts';

export const feature = defineFeature({
  name: 'media',
  routes: ({ media }: { media: MediaDependencies }) => mediaRoutes(media),
  jobs: ({ media }: { media: MediaDependencies }) => [
    { name: 'uploads-tidy', cron: '47 3 * * *', run: (ctx) => deleteUnusedUploads(ctx, media) },
  ],
  tables: {
    content: ['media_folders', 'media_items', 'media_uses'],
    people: ['media_uploaders'],
    options: { media_items: { label: '素材' } },
  },
  permissions: [
    { code: 'media.manage', group: '内容', name: '素材库', about: '上传、整理和删除图片与文件', order: 50 },
  ],
  menu: [
    {
      to: '/media',
      label: '素材库',
      icon: 'picture',
      permission: 'content.view',
      // It shows where each file is used; contributors choose and upload files in the editor.
      isForStaffOnly: true,
      group: 'editing',
      order: 90,
    },
  ],
});
