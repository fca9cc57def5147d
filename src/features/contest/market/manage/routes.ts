import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import { get, post } from '#kernel/http/calls.ts';
import { readHealth, readInstruments } from './health.ts';
import { importUploadedFile } from './import-file.ts';
import { addFee, addRule, addSessions, readRules } from './rules.ts';
import * as schema from './schema.ts';
import { pullSource, trySource } from './source.ts';

const access = { permission: 'contest.manage' };
const maxFileBytes = 300 * 1024 * 1024;

/** Dependencies from the composition root: the contest's settings and the limits for outgoing requests. */
export type MarketParts = { rulesOf: (ctx: Context) => Promise<ContestRules>; fetching: FetchLimits };

/** Admin routes of the contest's market: import, health, exchange rules. */
export const marketAdminRoutes = ({ rulesOf, fetching }: MarketParts) => [
  post('/admin/contest/market/import', {
    access,
    summary: 'Imports a CSV file of market data; invalid rows are skipped and reported by line number.',
    body: schema.importInput,
    upload: { field: 'file', label: '行情文件', maxBytes: maxFileBytes, onDisk: true },
    data: schema.importReport,
    run: (ctx, { body, file: { path, name } }) => importUploadedFile(ctx, { kind: body.kind, path, name }),
  }),
  get('/admin/contest/market/health', {
    access,
    summary: 'Reports gaps in the market data by day and code, stale quotes, and the last pull.',
    data: schema.health,
    run: async (ctx) => readHealth(ctx, await rulesOf(ctx)),
  }),
  post('/admin/contest/market/tryPull', {
    access,
    summary: 'Requests quotes from a source and parses the response without saving anything.',
    body: schema.tryPullInput,
    data: schema.pullTry,
    run: async (ctx, { body }) => trySource(ctx, body, { rules: await rulesOf(ctx), fetching }),
  }),
  post('/admin/contest/market/pull', {
    access,
    summary: 'Pulls quotes from the configured source now.',
    data: schema.pullNow,
    run: async (ctx) => pullSource(ctx, { rules: await rulesOf(ctx), fetching }),
  }),
  get('/admin/contest/market/rules', {
    access,
    summary: 'Lists board rules, public fees and trading hours, each with the day it takes effect.',
    data: schema.rules,
    run: (ctx) => readRules(ctx),
  }),
  post('/admin/contest/market/addRule', {
    access,
    summary: 'Adds a board rule that takes effect on a given day, tomorrow at the earliest.',
    body: schema.addRuleInput,
    data: schema.done,
    run: (ctx, { body }) => addRule(ctx, body),
  }),
  post('/admin/contest/market/addFee', {
    access,
    summary: 'Adds public fees that take effect on a given day, tomorrow at the earliest.',
    body: schema.addFeeInput,
    data: schema.done,
    run: (ctx, { body }) => addFee(ctx, body),
  }),
  post('/admin/contest/market/addSessions', {
    access,
    summary: 'Adds trading hours that take effect on a given day, tomorrow at the earliest.',
    body: schema.addSessionsInput,
    data: schema.done,
    run: (ctx, { body }) => addSessions(ctx, body),
  }),
  get('/admin/contest/market/instruments', {
    access,
    summary: 'Lists securities by code, filtered by the beginning of their code, name or pinyin initials.',
    query: schema.instrumentsQuery,
    data: schema.instrumentPage,
    run: (ctx, { query }) => readInstruments(ctx, query),
  }),
];
