export {
  flushFigures,
  forgetMemberSource,
  forgetReaders,
  noteRegistration,
  noteSearch,
  noteViews,
} from './counting.ts';
export { sourceData } from './personal-data.ts';
export { analyticsRoutes } from './routes.ts';
