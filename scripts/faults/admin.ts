// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the sources
import type { Fault } from './fault.ts';

export const faults: readonly Fault[] = [
  {
    breaks: 'leaves the steppers, clear buttons and icons of the back office with English names',
    find: 'useEffect(() => nameControls(document.body), []);',
    replace: '',
    seenBy: [
      'admin/authors.browser.test.tsx',
      'list/lists.browser.test.tsx',
      'admin/plans.browser.test.tsx',
    ],
  },
  {
    breaks: 'shows where a grant came from as the database stores it, such as redeem:1',
    find: "return kind === 'redeem' && rest[0] ? `${name}（编号 ${rest[0]}）` : name;",
    replace: 'return source;',
    seenBy: ['members/name-source.test.ts'],
  },
  {
    breaks: 'keeps the place in the list after a filter was changed, so the first matches are not shown',
    find: 'export const firstPage = { cursor: undefined, page: undefined };',
    replace: 'export const firstPage = { page: undefined };',
    seenBy: ['list/lists.browser.test.tsx', 'orders/orders.browser.test.tsx'],
  },
  {
    breaks: 'keeps rows selected that a changed filter no longer lists, so a bulk action changes them too',
    find: 'setSelection({ scope, rows: new Map() })',
    replace: 'setSelection({ scope, rows: selection.rows })',
    seenBy: ['list/lists.browser.test.tsx', 'members/members.browser.test.tsx'],
  },
  {
    breaks: 'filters a chosen range of days by its first day only',
    find: '[to]: last ?? undefined',
    replace: '[to]: first ?? undefined',
    seenBy: [
      'list/lists.browser.test.tsx',
      'orders/orders.browser.test.tsx',
      'members/members.browser.test.tsx',
    ],
  },
  {
    breaks: 'opens the row when Enter is pressed on a button inside it, so its actions need a mouse',
    find: 'if (!(event.target instanceof HTMLTableRowElement) || event.ctrlKey || event.metaKey) return;',
    replace: 'if (event.ctrlKey || event.metaKey) return;',
    seenBy: [
      'list/posts.browser.test.tsx',
      'admin/coupons.browser.test.tsx',
      'keyboard.spec.ts',
      'list/lists.browser.test.tsx',
      'admin/plans.browser.test.tsx',
    ],
  },
  {
    breaks: 'ends a CSV export that failed without a word',
    find: 'if (!signal.aborted) showAlert(messageOf(error));',
    replace: 'if (signal.aborted) showAlert(messageOf(error));',
    seenBy: ['list/lists.browser.test.tsx', 'admin/tags.browser.test.tsx'],
  },
  {
    breaks: 'says that there is nothing yet when a list could not be loaded',
    find: 'if (list.error && list.rows.length === 0)',
    replace: 'if (list.error && list.rows.length > 0)',
    seenBy: [
      'list/lists.browser.test.tsx',
      'orders/orders.browser.test.tsx',
      'words/words.browser.test.tsx',
    ],
  },
  {
    breaks: 'cuts off the right side of a wide table on a phone, with no way to scroll to it',
    find: ':global(.ant-table-content) {\n  overflow-x: auto;',
    replace: ':global(.ant-table-content) {\n  overflow-x: visible;',
    seenBy: [
      'list/lists.browser.test.tsx',
      'admin/redirects.browser.test.tsx',
      'admin/analytics.browser.test.tsx',
    ],
  },
  {
    breaks: 'takes the focus from the handle of a sorted row while the new order is saved',
    find: 'aria-disabled={isDisabled}',
    replace: 'disabled={isDisabled}',
    seenBy: ['list/lists.browser.test.tsx', 'admin/columns.browser.test.tsx', 'pins/pins.browser.test.tsx'],
  },
  {
    breaks: "shows the time in a picker in the editor's own time zone but saves it as Shanghai time",
    find: 'iso ? dayjs.utc(toIso(new Date(iso)).slice(0, 19)) : null',
    replace: 'iso ? dayjs(iso) : null',
    seenBy: [
      'form/shanghai-time.test.ts',
      'form/forms.browser.test.tsx',
      'adverts/adverts.browser.test.tsx',
      'admin/coupons.browser.test.tsx',
    ],
  },
  {
    breaks: "keeps the outdated version of a form after another person's save, so saving is refused for ever",
    find: 'if (statusOf(error) !== 409) return;',
    replace: 'if (statusOf(error) !== 412) return;',
    seenBy: [
      'form/forms.browser.test.tsx',
      'admin/columns.browser.test.tsx',
      'adverts/adverts.browser.test.tsx',
    ],
  },
  {
    breaks: 'leaves the keyboard focus outside the screen that was opened from the command palette',
    find: "if (hasChosen.current) document.getElementById('main')?.focus();",
    replace: "if (!hasChosen.current) document.getElementById('main')?.focus();",
    seenBy: ['admin/shell/shell.browser.test.tsx', 'keyboard.spec.ts'],
  },
  {
    breaks: 'labels the buttons that delete with unreadable white on light red in the dark theme',
    find: "dangerColor: color('text-inverse')",
    replace: "dangerColor: '#ffffff'",
    seenBy: ['admin/columns.browser.test.tsx', 'comments/admin/comments.browser.test.tsx'],
  },
  {
    breaks: 'offers a refund for an order that was closed unpaid or is already being refunded',
    find: "if (order.state !== 'paid' ||",
    replace: "if (order.state === 'pending' ||",
    seenBy: ['orders/orders.browser.test.tsx', 'money-admin.spec.ts'],
  },
  {
    breaks: 'shows a deleted buyer of an order as a link without a name that leads to nobody',
    find: "if (memberId === null) return '已注销';",
    replace: '',
    seenBy: ['orders/orders.browser.test.tsx'],
  },
  {
    breaks: 'proposes to publish a scheduled post at once when its editor wants another time',
    find: "state === 'scheduled' ? 'later' : 'now'",
    replace: "'now'",
    seenBy: ['editor/post-editor.browser.test.tsx'],
  },
  {
    breaks: 'no longer warns a second writer once the first has had the post open for a minute',
    find: 'const renewMs = 20_000;',
    replace: 'const renewMs = 200_000;',
    seenBy: ['editor/post-editor.browser.test.tsx', 'admin.spec.ts'],
  },
  {
    breaks: 'opens the publish dialog on Ctrl+Enter in the footnote dialog instead of inserting the note',
    find: ", dialog[open]'",
    replace: "'",
    seenBy: ['editor/post-editor.browser.test.tsx', 'editor/body-toolbar.browser.test.tsx'],
  },
  {
    breaks: 'leaves the note of a footnote in the text after its number was deleted',
    find: 'if (oldKeys.has(key)) removed.set(key, note);',
    replace: 'if (oldKeys.has(key)) notes.push(note);',
    seenBy: ['footnotes/footnotes.test.ts'],
  },
  {
    breaks: 'puts an uploaded file outside the folder of the media library that is open',
    find: "if (folderId !== undefined) body.append('folderId', folderId);",
    replace: '',
    seenBy: ['admin/media.browser.test.tsx'],
  },
  {
    breaks: 'offers reviewers to approve their own posts, which the server then refuses',
    find: '(mayDecide ?? (!item.isOwn || isAdministrator))',
    replace: '(mayDecide ?? true)',
    seenBy: ['queue/moderation.browser.test.tsx', 'review.spec.ts'],
  },
  {
    breaks: 'offers to mute the writer of a comment who has no account, and does nothing when pressed',
    find: 'fits: ({ writer }) => writer !== null && !writer.mutedUntil',
    replace: 'fits: ({ writer }) => !writer?.mutedUntil',
    seenBy: ['comments/admin/comments.browser.test.tsx'],
  },
  {
    breaks: 'cannot merge selected tags into one of them: the server refuses to merge a tag into itself',
    find: 'body: { ids: ids.filter((id) => id !== intoId), intoId }',
    replace: 'body: { ids, intoId }',
    seenBy: ['admin/tags.browser.test.tsx'],
  },
  {
    breaks: 'says in UTC when a group of settings was last changed, eight hours early',
    find: 'moment ? toIso(moment.first) : iso',
    replace: 'iso',
    seenBy: ['form/shanghai-time.test.ts', 'admin/settings.browser.test.tsx'],
  },
  {
    breaks:
      'proposes the next full hour for a post that is planned for another day, and OK publishes it then',
    find: 'toIso(isToCome ? new Date(planned) : nextHour)',
    replace: 'toIso(nextHour)',
    seenBy: ['editor/first-time.test.ts', 'editor/post-editor.browser.test.tsx'],
  },
  {
    breaks: 'begins the calendars of an editor in New York with the day there',
    find: 'getNow: () => dayjs.utc(toIso(new Date()).slice(0, 19))',
    replace: 'getNow: () => dayjs()',
    seenBy: ['form/shanghai-time.test.ts'],
  },
  {
    breaks: 'shows eight days of figures under “7 天”',
    find: 'dayOf(new Date(now.getTime() - (count - 1) * dayMs))',
    replace: 'dayOf(new Date(now.getTime() - count * dayMs))',
    seenBy: ['admin/analytics.browser.test.tsx', 'analytics.spec.ts'],
  },
  {
    breaks: 'counts and sends a letter by the column chosen before, although its tag field is empty',
    find: "change.audience ? { ...change, audienceKey: '' } : change",
    replace: 'change',
    seenBy: ['admin/letters.browser.test.tsx'],
  },
  {
    breaks: 'saves some rates of a season one step too low, such as 2.29 for a typed 2.3',
    find: 'Math.round(typed * per)',
    replace: 'Math.floor(typed * per)',
    seenBy: ['season/season.browser.test.tsx', 'market/rules.browser.test.tsx', 'contest-admin.spec.ts'],
  },
  {
    breaks: 'exports the personal data of members unless the box for it is ticked',
    find: 'withoutPeople: !withPeople',
    replace: 'withoutPeople: withPeople',
    seenBy: ['admin/transfers.browser.test.tsx', 'transfers.spec.ts'],
  },
];
