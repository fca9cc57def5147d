export { mayDecide } from './review/policy.ts';
export { countToDecide, readLastReview, readReviewItem } from './review/reads.ts';
export { reviewRoutes } from './review/routes.ts';
export { reviewItem } from './review/schema.ts';
export { cancelReview, decideReview, eraseReviews, holdForReview, lockReview } from './review/service.ts';
export { type CheckedPart, checkWords } from './words/reads.ts';
export { wordRoutes } from './words/routes.ts';
export { hit as wordHit } from './words/schema.ts';
