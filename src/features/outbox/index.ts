export { outboxRoutes } from './routes.ts';
export { outboxMail, outboxSms, tidyOutbox } from './service.ts';
