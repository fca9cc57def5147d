// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the sources
import type { Fault } from './fault.ts';

export const faults: readonly Fault[] = [
  {
    breaks: 'VIP members read every paid post without buying it, also those that VIP does not include',
    find: "return isVip(actor, nowMs) && (post.access === 'vip' || post.vipFree);",
    replace: "return isVip(actor, nowMs) && (post.access === 'vip' || post.access === 'paid');",
    seenBy: ['entitlements/policy.test.ts', 'main/locked-text.test.ts', 'access.spec.ts'],
  },
  {
    breaks: 'staff see the oldest grant of a member first instead of the newest',
    find: 'return rows.toReversed().map(({ scope, target_id, source, starts_at, ends_at }) => ({',
    replace: 'return rows.map(({ scope, target_id, source, starts_at, ends_at }) => ({',
    seenBy: ['entitlements/by-hand.test.ts', 'entitlements/grants.test.ts'],
  },
  {
    breaks: 'accepts codes of an authenticator from five minutes ago, ten times as long as meant',
    find: 'const window = 1;',
    replace: 'const window = 10;',
    seenBy: ['account/two-step.test.ts', 'sign-in/grants.test.ts'],
  },
  {
    breaks: 'logs out members who stay away for a week, although their session could be renewed for a month',
    find: ".deleteFrom('sessions').where('refresh_expires_at', '<', now)",
    replace: ".deleteFrom('sessions').where('expires_at', '<', now)",
    seenBy: ['identity/calls.test.ts', 'account/account.test.ts'],
  },
  {
    breaks: 'leaves the focus on the page instead of the field when the second factor is asked for',
    find: "useEffect(() => form.current?.querySelector('input')?.focus(), [form]);",
    replace: 'useEffect(() => undefined, []);',
    seenBy: ['login-page.browser.test.tsx'],
  },
  {
    breaks: 'the first log-in by WeChat replaces the avatar that a member chose',
    find: "\n    .where('avatar', 'is', null)",
    replace: '',
    seenBy: ['sign-in/wechat-inside.test.ts', 'sign-in/wechat.test.ts'],
  },
  {
    breaks: 'the export of members shows an operator the whole e-mail address of an administrator',
    find: 'row.is_above && row.email ? maskEmail(row.email) : row.email',
    replace: 'row.email',
    seenBy: ['members/members.test.ts'],
  },
  {
    breaks: 'the export of members ends after the first thousand',
    find: 'after = rows.length === batchSize ? rows.at(-1)?.id : undefined;',
    replace: 'after = rows.length > batchSize ? rows.at(-1)?.id : undefined;',
    seenBy: ['members/members.test.ts'],
  },
  {
    breaks: 'an API key works on after its last day',
    find: 'and (k.expires_at is null or k.expires_at > ${now})`',
    replace: '`',
    seenBy: ['keys/keys.test.ts'],
  },
  {
    breaks: 'a private feed address that a stranger made still opens after a new password',
    find: '\n  await deleteFeedAddress(db, memberId);',
    replace: '',
    seenBy: ['feed-address/feed-address.test.ts', 'outgoing/private-feed.test.ts'],
  },
  {
    breaks: 'the form of a role offers staff permissions that they lack, which the server then refuses',
    find: 'disabled={!usePermit(code)}',
    replace: 'disabled={false}',
    seenBy: ['staff/staff.browser.test.tsx'],
  },
  {
    breaks: 'shows the answers that one member of staff received to the next who logs in in the same tab',
    find: 'useEffect(() => () => queryClient.clear(), [userId]);',
    replace: 'useEffect(() => undefined, [userId]);',
    seenBy: ['shell/shell.browser.test.tsx', 'people.spec.ts'],
  },
  {
    breaks: 'an editor limited to columns moves one of theirs to the top level of the menu',
    find: "if (input.parentId === null) requireAllColumns(ctx, '把栏目移到最上层');\n      else await",
    replace: 'if (input.parentId !== null) await',
    seenBy: ['columns/admin/admin.test.ts', 'main/limited-editors.test.ts'],
  },
  {
    breaks: 'the copy of personal data contains the downloads of all members',
    find: "\n    .where('d.member_id', '=', memberId)",
    replace: '',
    seenBy: ['account/export.test.ts', 'main/locked-files.test.ts', 'main/strangers.test.ts'],
  },
  {
    breaks: 'a copied passage of a hundred characters no longer leads to its reader',
    find: 'const hanPerWatermark = 40;',
    replace: 'const hanPerWatermark = 400;',
    seenBy: ['tracing/watermark.test.ts', 'features/leaks/leaks.test.ts'],
  },
  {
    breaks: 'keeps sending webhook messages to an endpoint that answered 429 and asked to wait',
    find: '![408, gone, 425, 429].includes(status)',
    replace: '![408, gone, 425].includes(status)',
    seenBy: ['webhooks/webhooks.test.ts'],
  },
  {
    breaks: 'staff who may not see orders send them to an address of their own by changing a webhook',
    find: 'const known = input.url === before.url ? before.events : [];',
    replace: 'const known = before.events;',
    seenBy: ['webhooks/webhooks.test.ts'],
  },
  {
    breaks: 'the settings show half of a short password',
    find: "last4: secret.length >= 16 && !secret.startsWith('-----')",
    replace: "last4: secret.length >= 6 && !secret.startsWith('-----')",
    seenBy: ['admin/settings.test.ts'],
  },
  {
    breaks: 'the security log lacks who downloaded an export of the site',
    find: 'transfer\\.(export|download)|',
    replace: 'transfer\\.export|',
    seenBy: ['admin/transfers.test.ts', 'main/security-log.test.ts'],
  },
  {
    breaks: 'answers one of two views saved at once under the same name with a server error',
    find: ".where('id', '=', memberId).forUpdate().execute();\n  return memberId;",
    replace: ".where('id', '=', memberId).execute();\n  return memberId;",
    seenBy: ['saved-views/saved-views.test.ts'],
  },
  {
    breaks: 'a portal with half-loaded demo content and demo accounts goes live',
    find: '(await hasMilestone(one.db, demoBegun)) || (await',
    replace: '(await',
    seenBy: ['start/start.test.ts', 'main/tenants.test.ts', 'main/prepare.test.ts'],
  },
  {
    breaks:
      'believes any client about its own address, so nobody is limited who invents another one each time',
    find: 'trustProxy: (_, hop) => hop < trustProxy,',
    replace: 'trustProxy: (_, hop) => hop <= trustProxy,',
    seenBy: ['http/server.test.ts', 'sign-in/lock-out.test.ts', 'sign-in/codes.test.ts'],
  },
  {
    breaks: 'scripts in the page can read the cookies of devices and of WeChat log-ins',
    find: 'Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}',
    replace: 'Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}',
    seenBy: ['sign-in/lock-out.test.ts', 'sign-in/wechat.test.ts'],
  },
  {
    breaks: 'a feed or picture elsewhere leads the server into the private network by a redirect',
    find: 'return checkAddress(answered.location, mayConnect, address);',
    replace: 'return new URL(answered.location, address);',
    seenBy: ['fetch/fetch-bytes.test.ts', 'fetch/fetch-picture.test.ts'],
  },
  {
    breaks: 'other sites may show the pages of the site and the back office in a frame and steal clicks',
    find: '\n      "frame-ancestors \'self\'",',
    replace: '',
    seenBy: ['main/safe-headers.test.ts', 'main/statistics.test.ts', 'main/pages.test.ts'],
  },
  {
    breaks: 'readers of one publisher get the cached page of another on the same server',
    find: 'const key = `${tenant.id} ${plan.key}`;',
    replace: 'const key = plan.key;',
    seenBy: ['main/tenants.test.ts', 'main/pages.test.ts'],
  },
  {
    breaks: 'any publisher on a shared server sends all others to live mode',
    find: 'if (first.tenant.id === ctx.tenant.id) return null;',
    replace: 'if (first) return null;',
    seenBy: ['main/tenants.test.ts'],
  },
  {
    breaks: 'goes live while another publisher on the server keeps codes in plain text in an outbox',
    find: 'await findLiveFaults([{ ...ctx, db: trx }, ...others], config)',
    replace: 'await findLiveFaults([{ ...ctx, db: trx }], config)',
    seenBy: ['main/tenants.test.ts'],
  },
  {
    breaks: 'the host name of one publisher in capitals shows the pages of another',
    find: 'const host = normaliseHost(request.host);',
    replace: 'const host: string | null = request.hostname;',
    seenBy: ['main/tenants.test.ts'],
  },
  {
    breaks:
      'strangers behind a proxy on the same machine read the codes of others, once the address is saved in the back office',
    find: 'return ![config.siteUrl, ...hosts, ...saved].every(isLocalAddress);',
    replace: 'return ![config.siteUrl, ...hosts].every(isLocalAddress);',
    seenBy: ['outbox/outbox.test.ts'],
  },
  {
    breaks: 'the followers of a player still read the name after that member deleted the account',
    find: 'people: [{ id: player.member_id, name: player.name, at: followedPlayer.length }],',
    replace: '',
    seenBy: ['notifications/contest-notices.test.ts'],
  },
  {
    breaks: 'the messages of others still quote the comments of a member who deleted the account',
    find: "n.kind in ('reply', 'mention', 'like') and n.body <> ${replacement}",
    replace: 'false',
    seenBy: ['notifications/comment-notices.test.ts'],
  },
];
