import { defineFeature } from '#kernel/feature.ts';

export { type Version, versionsOf } from './versions.ts';

export const feature = defineFeature({ name: 'documents' });
