export { leakRoutes } from './routes.ts';
export { runNextScan, type ScanPortal } from './scans/run-scans.ts';
export { markCopy } from './tracing/mark-copy.ts';
