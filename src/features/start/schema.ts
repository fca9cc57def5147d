import { z } from 'zod';
import { fields, flag, oneOf } from '#kernel/http/bodies.ts';

/** The steps from an empty site to the first read post, in order. */
export const stepNames = ['name', 'columns', 'write', 'publish', 'read'] as const;

/** What a site needs before it goes live, in order. */
export const goLiveItems = [
  'domain',
  'filing',
  'agreements',
  'sms',
  'mail',
  'payment',
  'backup',
  'mode',
] as const;

const waitingNames = [
  'reviews',
  'comments',
  'reports',
  'feedItems',
  'refunds',
  'invoices',
  'withdrawals',
  'qualifications',
] as const;
const workNames = ['transfers', 'scans', 'index', 'jobs', 'sources'] as const;

export const start = z.object({
  /** Null if the guide is done, dismissed, or not for the caller. */
  guide: z
    .object({
      steps: z.array(z.object({ step: z.enum(stepNames), isDone: z.boolean() })),
      /** The newest published post, to open it as a reader sees it. */
      published: z.object({ id: z.string(), address: z.string(), title: z.string() }).nullable(),
      /** The newest draft, to continue it. */
      draftId: z.string().nullable(),
    })
    .nullable(),
  /** Null before the first post, when all is done or dismissed, and not for the caller. */
  goLive: z
    .object({
      items: z.array(
        z.object({
          item: z.enum(goLiveItems),
          /** `set`: the settings show it; `ticked`: staff say so, or do not need it. */
          state: z.enum(['open', 'set', 'ticked']),
        }),
      ),
      /** The tenant whose administrators switch all tenants to live mode together; null if it is this one. */
      switchedBy: z.string().nullable(),
    })
    .nullable(),
  /** Drafts that the caller saved last, newest first. */
  drafts: z.array(z.object({ id: z.string(), title: z.string(), updatedAt: z.string() })),
  /** Posts that a reviewer sent back to the caller, with the reviewer's words, the last decided first. */
  returned: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: z.enum(['rejected', 'changes']),
      note: z.string(),
      decidedBy: z.string().nullable(),
      decidedAt: z.string(),
    }),
  ),
  /** Scheduled posts, the next first. */
  scheduled: z.array(z.object({ id: z.string(), title: z.string(), publishedAt: z.string() })),
  /** What waits for staff with the caller's permissions, each counted up to a hundred; omits kinds with none. */
  waiting: z.array(z.object({ name: z.enum(waitingNames), count: z.number().int() })),
  /** Background work: queued, running, or failed during the last week. */
  work: z.array(
    z.object({
      name: z.enum(workNames),
      what: z.string(),
      state: z.enum(['queued', 'running', 'failed']),
      done: z.number().int(),
      total: z.number().int().nullable(),
      error: z.string(),
      at: z.string(),
    }),
  ),
});

export const stepInput = z.object({
  step: oneOf('步骤', ['columns', 'read', 'dismissed']),
});

export const goLiveInput = fields({
  item: oneOf('事项', [...goLiveItems, 'dismissed']),
  isTicked: flag('勾选'),
});

export type GoLiveItem = (typeof goLiveItems)[number];
export type Start = z.infer<typeof start>;
export type StepName = (typeof stepNames)[number];
