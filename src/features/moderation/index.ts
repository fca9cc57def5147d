import type { Settings } from '#features/settings/index.ts';
import { defineFeature } from '#kernel/feature.ts';
import { reviewRoutes } from './review/routes.ts';
import { wordRoutes } from './words/routes.ts';

export { countAwaitingDecision, readLastReview, readReviewItem } from './review/reads.ts';
export {
  cancelReview,
  canDecide,
  decideReview,
  eraseReviews,
  holdForReview,
  lockReview,
} from './review/service.ts';
export { checkWords } from './words/reads.ts';

export const feature = defineFeature({
  name: 'moderation',
  routes: ({ settings }: { settings: Settings }) => [...wordRoutes, ...reviewRoutes(settings)],
  tables: {
    content: ['review_items', 'sensitive_words'],
    options: { sensitive_words: { label: '敏感词' } },
  },
  permissions: [{ code: 'words.manage', group: '互动', name: '敏感词', about: '维护敏感词表', order: 20 }],
  menu: [
    {
      to: '/moderation',
      label: '审核',
      icon: 'shield',
      permission: 'content.review',
      group: 'editing',
      order: 70,
    },
    { to: '/words', label: '敏感词', icon: 'stop', permission: 'words.manage', group: 'editing', order: 80 },
  ],
});
