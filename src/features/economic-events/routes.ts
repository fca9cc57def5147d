import { get, post } from '#kernel/http/calls.ts';
import { changesWithTags } from '#kernel/http/sharing.ts';
import { readEvents, readTodaysEvents } from './reads.ts';
import * as schema from './schema.ts';
import { type EventParts, importUploadedEvents, pullEventsNow, removeEvents } from './service.ts';

const access = { permission: 'frontpage.manage' };

/** Calls of the economic calendar (docs/product.md §26). */
export const economicEventRoutes = (parts: EventParts) => [
  get('/reception/economicEvents', {
    sharing: changesWithTags('economic-events'),
    access: 'open',
    summary: "Lists today's events of the economic calendar in order of time.",
    data: schema.events,
    run: (ctx) => readTodaysEvents(ctx),
  }),
  get('/admin/economicEvent/list', {
    access,
    summary: 'Lists the events of the economic calendar, last added first.',
    query: schema.eventsQuery,
    data: schema.eventPage,
    run: (ctx, { query }) => readEvents(ctx, query),
  }),
  post('/admin/economicEvent/import', {
    access,
    summary: 'Imports events from a CSV file; invalid rows are skipped and reported by line number.',
    upload: { field: 'file', label: '经济日历文件', maxBytes: 2 * 1024 * 1024 },
    data: schema.importReport,
    run: (ctx, { file }) => importUploadedEvents(ctx, file),
  }),
  post('/admin/economicEvent/delete', {
    access,
    summary: 'Deletes events; may be repeated.',
    body: schema.deleteInput,
    data: schema.deleted,
    run: (ctx, { body }) => removeEvents(ctx, body.ids),
  }),
  post('/admin/economicEvent/pull', {
    access,
    summary: 'Pulls events from the configured source now.',
    data: schema.pulled,
    run: (ctx) => pullEventsNow(ctx, parts),
  }),
];
