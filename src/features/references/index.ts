export { gateReferences, judgeDecision } from './compliance.ts';
export { referenceData } from './personal-data.ts';
export { countSentBack } from './reads.ts';
export { referenceDeskRoutes, referenceRoutes } from './routes.ts';
export { forgetDrafts } from './service.ts';
