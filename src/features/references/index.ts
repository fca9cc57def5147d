export { gateReferences, judgeDecision } from './compliance.ts';
export { countSentBack } from './reads.ts';
export { referenceDeskRoutes, referenceRoutes } from './routes.ts';
export { forgetDrafts } from './service.ts';
