// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the sources
import type { Fault } from './fault.ts';

export const faults: readonly Fault[] = [
  {
    breaks: 'lets two workers claim the same job at the same time, so that work is done twice',
    find: 'order by ${order} limit ${sql.lit(limit)}\n      for update skip locked',
    replace: 'order by ${order} limit ${sql.lit(limit)}',
    seenBy: ['kernel/db/queue.test.ts', 'two-workers.deep.test.ts'],
  },
  {
    breaks: 'runs nightly jobs eight hours late, while most people read',
    find: "{ timezone: 'Asia/Shanghai' }",
    replace: "{ timezone: 'UTC' }",
    seenBy: ['kernel/jobs/schedule.test.ts', 'two-workers.deep.test.ts'],
  },
  {
    breaks:
      'reports a statement that took too long as a fault of the program, so no stale page is sent instead',
    find: '57P..|57014|55P03',
    replace: '57P..|55P03',
    seenBy: ['kernel/db/pool.test.ts', 'database-away.deep.test.ts'],
  },
  {
    breaks: 'tells an editor whose text is too long only that the request is malformed',
    find: "  413: '提交的内容过大，请缩减后重试',\n",
    replace: '',
    seenBy: [
      'kernel/http/envelope.test.ts',
      'kernel/http/server.test.ts',
      'references/input.test.ts',
      'messages.test.ts',
    ],
  },
  {
    breaks: 'starts with a CDN that has no address for purges, so that withdrawn posts stay there',
    find: 'env.CDN_PURGE.length === 0 &&',
    replace: 'env.CDN_PURGE.length < 0 &&',
    seenBy: ['kernel/config.test.ts', 'main/cdn.test.ts'],
  },
  {
    breaks: 'deletes the backups of another tenant when those of one tenant are more than are kept',
    find: 'name.startsWith(`guanlan-${tenantId}-`) && ',
    replace: '',
    seenBy: ['backups/backups.test.ts'],
  },
  {
    breaks: 'adds a checksum to uploads that buckets of other providers than Amazon refuse',
    find: "requestChecksumCalculation: 'WHEN_REQUIRED'",
    replace: "requestChecksumCalculation: 'WHEN_SUPPORTED'",
    seenBy: ['files/s3-files.test.ts', 'backups/backups.test.ts', 'bucket-files.test.ts'],
  },
  {
    breaks: 'waits half a minute to restart a process that crashed a few times long ago and ran well since',
    find: 'ranMs > STABLE_AFTER_MS ? MIN_RESTART_DELAY_MS : delay',
    replace: 'delay',
    seenBy: ['main/processes.test.ts'],
  },
  {
    breaks: 'makes an editor wait until a member’s long bodies are prepared',
    find: 'this.#own.shift() ?? this.#takeOfMember()',
    replace: 'this.#takeOfMember() ?? this.#own.shift()',
    seenBy: ['kernel/work-queue.test.ts', 'body/pool.test.ts'],
  },
  {
    breaks: 'never restarts a process whose event loop is stuck',
    find: 'if (unanswered >= PINGS)',
    replace: 'if (unanswered >= PINGS * 1000)',
    seenBy: ['processes.deep.test.ts'],
  },
  {
    breaks: 'draws a logo that contains a program in another spelling',
    find: 'activeElements.has(local.toLowerCase())',
    replace: 'activeElements.has(local)',
    seenBy: ['storage/judge-svg.test.ts'],
  },
  {
    breaks: 'counts the money of today in the metrics from 8 o’clock in Shanghai, not from midnight',
    find: "date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'",
    replace: "date_trunc('day', now())",
    seenBy: ['operation.test.ts'],
  },
  {
    breaks: 'calls the backups fine in the doctor’s report although the last one failed',
    find: "    if (ended?.state === 'failed') throw new Fault(`最近一次没有完成：${ended.error}`);\n",
    replace: '',
    seenBy: ['doctor.test.ts', 'backups/backups.test.ts'],
  },
  {
    breaks: 'writes what readers searched for into the log when their page could not be rendered',
    find: "path: request.url.split('?')[0], number }, 'a page could not",
    replace: "path: request.url, number }, 'a page could not",
    seenBy: ['src/main/pages.test.ts', 'database-away.deep.test.ts'],
  },
  {
    breaks:
      'gives the picture of a post in a JSON feed without the site, so that feed readers cannot load it',
    find: 'image: post.cover ? absolute(base, post.cover) : undefined',
    replace: 'image: post.cover ?? undefined',
    seenBy: ['outgoing.test.ts'],
  },
  {
    breaks: 'lets search engines crawl the preview links of unpublished posts',
    find: "  '/mobileDetail',\n  '/preview',\n",
    replace: "  '/mobileDetail',\n",
    seenBy: ['outgoing.test.ts', 'strangers.test.ts'],
  },
  {
    breaks: 'leaves the copy’s mark out of VIP text in a private feed, so that a leak cannot be traced',
    find: "!post.locked && (post.access === 'vip' || post.access === 'paid')",
    replace: "!post.locked && post.access === 'paid'",
    seenBy: ['private-feed.test.ts', 'leaks/tracing.test.ts'],
  },
  {
    breaks: 'stores share cards whose QR code leads to the host that a stranger sent, for everybody',
    find: "base, isConfigured: url !== '' }",
    replace: 'base, isConfigured: true }',
    seenBy: ['shares/shares.test.ts'],
  },
  {
    breaks: 'makes browsers keep an old redirect for ever, also after an editor has corrected it',
    find: "reply.header('cache-control', 'no-cache').redirect(location, status)",
    replace: 'reply.redirect(location, status)',
    seenBy: ['main/old-addresses.test.ts'],
  },
  {
    breaks:
      'answers addresses that are not UTF-8 with the JSON of the router, and never asks for their redirects',
    find: '(isApiPath(url) ? url : toDecodable(url))',
    replace: 'url',
    seenBy: ['main/old-addresses.test.ts'],
  },
  {
    breaks: 'reads the addresses of an old site in GBK as unknown bytes',
    find: 'return decodeGbk(run);\n  }\n}',
    replace: 'return null;\n  }\n}',
    seenBy: ['shared/old-address.test.ts', 'shared/escapes.test.ts'],
  },
  {
    breaks: 'lets a CDN store the answer to somebody who sent a session',
    find: "headers.authorization === undefined &&\n  headers['blade-auth'] === undefined",
    replace: 'headers.authorization === undefined',
    seenBy: ['main/cdn.test.ts'],
  },
  {
    breaks: 'leaves VIP text on the device for whoever opens the offline page next',
    find: "access === 'public' && !locked && state === 'published' && reader === null",
    replace: "!locked && state === 'published' && reader === null",
    seenBy: ['remember-read.browser.test.tsx', 'offline.spec.ts'],
  },
  {
    breaks: 'finds 20240 in a text with 2024 and 0 beside each other',
    find: ": link !== 'break' && !(before === 'digits' && kind === 'digits');",
    replace: ": link !== 'break';",
    seenBy: ['script-runs.test.ts'],
  },
  {
    breaks: 'finds a post by the letters of a compound such as COVID-19 only as it is written',
    find: "return before === 'none' ? 'sign' : 'space';",
    replace: "return 'break';",
    seenBy: ['script-runs.test.ts'],
  },
  {
    breaks: 'leaves out the results of the last day when a search is limited to a period',
    find: 'endMs: query.endTime?.last.getTime(),\n      },\n      field: query.field',
    replace: 'endMs: query.endTime?.first.getTime(),\n      },\n      field: query.field',
    seenBy: ['search/calls.test.ts', 'search.spec.ts'],
  },
  {
    breaks: 'stops a letter that is continued more than two days after its start without sending the rest',
    find: "updateState(trx, id, 'sending', { started_at: ctx.now(), ended_at: null, fault: '' })",
    replace: "updateState(trx, id, 'sending', { ended_at: null, fault: '' })",
    seenBy: ['letters/letters.test.ts', 'letters/interleavings.test.ts'],
  },
  {
    breaks: 'marks every reader as bounced when the mail server refuses the sender',
    find: "if (!isCompared || subject === 'sender') return null;",
    replace: '',
    seenBy: ['letters/refusals.test.ts', 'letters/letters.test.ts'],
  },
  {
    breaks: 'tells administrators alone that a letter has stopped, not those who send letters',
    find: 'await listStaffWith(trx, lettersPermission)',
    replace: "await listStaffWith(trx, '*')",
    seenBy: ['letters/letters.test.ts'],
  },
  {
    breaks: 'keeps an address on the list of bounces after a mailed code proved that it takes mail',
    find: "'email.verified': (_, trx, { address }) => deleteBounceOf(trx, address),",
    replace: "'email.verified': () => undefined,",
    seenBy: ['letters/letters.test.ts'],
  },
  {
    breaks: 'sends members notices of the kinds that they have turned off',
    find:
      '\n        and not exists (select from notice_refusals r where r.member_id = m.id and r.kind = ${kind})' +
      '\n      order by m.id for key share of m',
    replace: '\n      order by m.id for key share of m',
    seenBy: ['notifications/calls.test.ts', 'fanout.test.ts', 'announcements.test.ts', 'personal.spec.ts'],
  },
  {
    breaks:
      'lists the searches without results by how often the words were searched, not by how often in vain',
    find: 'isEmpty ? sql`3 desc` : sql`2 desc`',
    replace: 'sql`2 desc`',
    seenBy: ['analytics/analytics.test.ts', 'analytics.spec.ts'],
  },
  {
    breaks: 'never tells IndexNow that a post was withdrawn, so that it stays in search engines',
    find: "return isShown || engine === 'indexnow' ?",
    replace: 'return isShown ?',
    seenBy: ['engines/engines.test.ts'],
  },
  {
    breaks: 'refuses live news to an office for good once five hundred of its readers have come and gone',
    find: '        countNetwork(network, -1);\n',
    replace: '',
    seenBy: ['event-stream.test.ts'],
  },
  {
    breaks:
      'exports a name that begins with a full-width equals sign as a formula that a spreadsheet evaluates',
    find: '=+\\-@＝＋－＠',
    replace: '=+\\-@',
    seenBy: ['shared/csv.test.ts'],
  },
  {
    breaks: 'accepts names and comments of emoji that are many times longer than allowed',
    find: 'text.slice(0, (Math.ceil(limit) + 1) * maxUnits)',
    replace: 'text.slice(0, Math.ceil(limit) + 1)',
    seenBy: ['account/account.test.ts', 'body/prepare-body.test.ts', 'comments/calls.test.ts'],
  },
  {
    breaks: 'turns a range of dollars such as $5-$10 in an imported text into a formula',
    find: '\\$(?![\\d$])/.exec(text)',
    replace: '\\$(?!\\$)/.exec(text)',
    seenBy: ['formulas-and-callouts.test.ts', 'import/read-import.test.ts'],
  },
];
