import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import type { WebhookParts } from './deliver.ts';
import * as schema from './schema.ts';
import {
  createWebhook,
  deleteWebhook,
  readDeliveries,
  readWebhooks,
  redeliver,
  rotateSecret,
  saveWebhook,
  testWebhook,
} from './service.ts';

const access = { permission: 'settings.manage' };

export const webhookRoutes = (parts: WebhookParts) => [
  get('/admin/webhook/list', {
    access,
    summary: 'Lists the webhooks.',
    data: schema.webhookList,
    run: (ctx) => readWebhooks(ctx),
  }),
  post('/admin/webhook/create', {
    access,
    summary: 'Creates a webhook; its secret is returned only this once.',
    body: schema.webhookInput,
    data: schema.createdWebhook,
    run: (ctx, { body }) => createWebhook(ctx, parts, body),
  }),
  post('/admin/webhook/save', {
    access,
    summary: 'Changes a webhook, or switches it on or off.',
    body: schema.webhookChange,
    data: z.boolean(),
    run: (ctx, { body }) => saveWebhook(ctx, parts, body),
  }),
  post('/admin/webhook/rotateSecret', {
    access,
    summary: 'Replaces the secret of a webhook; the new one is returned only this once.',
    body: schema.webhookId,
    data: schema.newSecret,
    run: (ctx, { body }) => rotateSecret(ctx, body.id),
  }),
  post('/admin/webhook/delete', {
    access,
    summary: 'Deletes a webhook with its log.',
    body: schema.webhookId,
    data: z.boolean(),
    run: (ctx, { body }) => deleteWebhook(ctx, body.id),
  }),
  post('/admin/webhook/test', {
    access,
    summary: 'Sends a test message to a webhook and returns how it was answered.',
    body: schema.webhookId,
    data: schema.delivery,
    run: (ctx, { body }) => testWebhook(ctx, parts, body.id),
  }),
  get('/admin/webhook/deliveries', {
    access,
    summary: 'Lists the deliveries of a webhook in the last 30 days, newest first.',
    query: schema.deliveryQuery,
    data: schema.deliveryPage,
    run: (ctx, { query }) => readDeliveries(ctx, query),
  }),
  post('/admin/webhook/redeliver', {
    access,
    summary: 'Sends a finished message again, under its old id.',
    body: schema.deliveryId,
    data: z.boolean(),
    run: (ctx, { body }) => redeliver(ctx, body.id),
  }),
];
