import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import { get, post } from '#kernel/http/calls.ts';
import { readHealth, readInstruments } from './health.ts';
import { importFile } from './import.ts';
import { addFee, addRule, addSessions, readRules } from './rules.ts';
import * as schema from './schema.ts';
import { pullSource, trySource } from './source.ts';

const access = { permission: 'contest.manage' };
const largestFile = 300 * 1024 * 1024;

/** What the market's desk needs of the house: what is set, and where may be fetched from. */
export type MarketParts = { rulesOf: (ctx: Context) => Promise<ContestRules>; fetching: FetchLimits };

/** The desk of the contest's market: data in, its health, its rules. */
export const marketDeskRoutes = ({ rulesOf, fetching }: MarketParts) => [
  post('/admin/contest/market/import', {
    access,
    summary: 'Writes a CSV of market data; bad rows are named by line and leave nothing behind.',
    body: schema.importInput,
    upload: { field: 'file', label: '行情文件', mostBytes: largestFile, onDisk: true },
    data: schema.importReport,
    run: (ctx, { body, file: { path, name } }) => importFile(ctx, { kind: body.kind, path, name }),
  }),
  get('/admin/contest/market/health', {
    access,
    summary: 'Gaps by day and code, stale quotes, the last pull.',
    data: schema.health,
    run: async (ctx) => readHealth(ctx, await rulesOf(ctx)),
  }),
  post('/admin/contest/market/tryPull', {
    access,
    summary: 'Asks a source of quotes and reads its answer, without writing anything.',
    body: schema.tryPullInput,
    data: schema.pullTry,
    run: async (ctx, { body }) => trySource(ctx, body, { rules: await rulesOf(ctx), fetching }),
  }),
  post('/admin/contest/market/pull', {
    access,
    summary: 'Pulls quotes from the source that is set, now.',
    data: schema.pullNow,
    run: async (ctx) => pullSource(ctx, { rules: await rulesOf(ctx), fetching }),
  }),
  get('/admin/contest/market/rules', {
    access,
    summary: 'Rules of boards, public fees and hours, each from a day on.',
    data: schema.rules,
    run: (ctx) => readRules(ctx),
  }),
  post('/admin/contest/market/addRule', {
    access,
    summary: 'Lets a rule of a board hold from a day on, tomorrow at the earliest.',
    body: schema.addRuleInput,
    data: schema.done,
    run: (ctx, { body }) => addRule(ctx, body),
  }),
  post('/admin/contest/market/addFee', {
    access,
    summary: 'Lets public fees hold from a day on, tomorrow at the earliest.',
    body: schema.addFeeInput,
    data: schema.done,
    run: (ctx, { body }) => addFee(ctx, body),
  }),
  post('/admin/contest/market/addSessions', {
    access,
    summary: 'Lets trading hours hold from a day on, tomorrow at the earliest.',
    body: schema.addSessionsInput,
    data: schema.done,
    run: (ctx, { body }) => addSessions(ctx, body),
  }),
  get('/admin/contest/market/instruments', {
    access,
    summary: 'Securities by code; of a keyword those whose code, name or initials begin so.',
    query: schema.instrumentsQuery,
    data: schema.instrumentPage,
    run: (ctx, { query }) => readInstruments(ctx, query),
  }),
];
