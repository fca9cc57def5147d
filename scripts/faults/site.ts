// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the sources
import type { Fault } from './fault.ts';

export const faults: readonly Fault[] = [
  {
    breaks: 'hides from screen readers why a field was refused: the error is no longer tied to its field',
    find: '[note && `${id}-note`, error && `${id}-error`]',
    replace: '[note && `${id}-note`]',
    seenBy: ['login-page.browser.test.tsx', 'account-forms.browser.test.tsx'],
  },
  {
    breaks: 'leaves the focus on the button when a form is refused, instead of in the first wrong field',
    find: 'firstInvalid?.focus();',
    replace: 'firstInvalid?.scrollIntoView();',
    seenBy: ['login-page.browser.test.tsx'],
  },
  {
    breaks: 'fails an action sent while another tab renewed the session, instead of sending it again',
    find: 'if (!isRepeated && current !== undefined && current !== token) return send(request, true);',
    replace: '',
    seenBy: ['client/calls.test.ts', 'session.spec.ts'],
  },
  {
    breaks: 'fills in for the next member of a tab what another one had typed when their session ended',
    find: 'saved.userId === useUser.getState().userInfo?.id &&',
    replace: '',
    seenBy: ['client/unsaved-input.test.ts', 'session.spec.ts'],
  },
  {
    breaks: 'leaves the payment code of an order on screen that was cancelled in another window',
    find: "isSettled = state !== 'pending';",
    replace: "isSettled = state === 'paid';",
    seenBy: ['pay-dialog.browser.test.tsx', 'paying-wechat.spec.ts'],
  },
  {
    breaks: 'lets a buyer pay by the code of an order whose time is up, with a countdown of 00:00 below it',
    find: 'if (secondsLeft === 0)',
    replace: 'if (secondsLeft < 0)',
    seenBy: ['pay-dialog.browser.test.tsx', 'pay/order-form.browser.test.tsx'],
  },
  {
    breaks: 'keeps showing a like of a comment that the server refused',
    find: 'applyLike(liked, likes);',
    replace: '',
    seenBy: ['use-comments.test.tsx', 'web/parts/comments/comments.browser.test.tsx', 'comments.spec.ts'],
  },
  {
    breaks: 'empties the field of a comment that could not be sent',
    find: "const { comment } = await call('POST /member/addComment', { body, ...silent });\n      setText('');",
    replace:
      "setText('');\n      const { comment } = await call('POST /member/addComment', { body, ...silent });",
    seenBy: ['web/parts/comments/comments.browser.test.tsx', 'comments.spec.ts'],
  },
  {
    breaks: 'takes away the last chosen tag of a reference when its writer corrects a half-typed one',
    find: "else if (event.key === 'Backspace' && typed === '' && values.length > 0)",
    replace: "else if (event.key === 'Backspace' && values.length > 0)",
    seenBy: ['add-page.browser.test.tsx', 'references.spec.ts'],
  },
  {
    breaks: 'offers a next page on the last page of every list, which leads to 没有这一页',
    find: 'page < pages ? hrefOf(page + 1)',
    replace: 'page <= pages ? hrefOf(page + 1)',
    seenBy: ['article-list-page.browser.test.tsx', 'topic-page.browser.test.tsx', 'search.spec.ts'],
  },
  {
    breaks: 'replaces the securities found for the typed text by the late answer for an earlier, shorter one',
    find: "isCancelled || setFound({ state: 'here'",
    replace: "setFound({ state: 'here'",
    seenBy: ['contest/contest.browser.test.tsx', 'contest/trade/search.browser.test.tsx', 'contest.spec.ts'],
  },
  {
    breaks: 'drops a message from the list although the server could not delete it, and shows no reason',
    find: 'list.change((records) => records.toSpliced(index, 0, notice));',
    replace: '',
    seenBy: ['account-forms.browser.test.tsx', 'personal.spec.ts'],
  },
  {
    breaks: 'shows a member on their phone the notice again that they acknowledged on their computer',
    find: 'if (isLoggedIn) acknowledgeAsMember(know.id);',
    replace: '',
    seenBy: ['popups/know-popup.browser.test.tsx', 'pop-ups.spec.ts'],
  },
  {
    breaks: 'counts no click of an advert opened with the middle button, and one for each context menu',
    find: 'button === 1 && recordClick()',
    replace: 'button === 2 && recordClick()',
    seenBy: ['ads/ad-carousel.browser.test.tsx', 'frontpage.spec.ts', 'pop-ups.spec.ts'],
  },
  {
    breaks: 'overwrites the clipboard of a reader who closes the share sheet of the system without sharing',
    find: 'if (!isDismissed) await copyText(url);',
    replace: 'await copyText(url);',
    seenBy: ['share-dialog.browser.test.tsx'],
  },
  {
    breaks: 'keeps a withdrawn post readable offline in the browsers of those who had read it',
    find: 'if (statusOf(error) === 404) forgetOfflineRead(id);',
    replace: 'if (statusOf(error) === 410) forgetOfflineRead(id);',
    seenBy: ['remember-read.browser.test.tsx'],
  },
  {
    breaks: 'tells search engines that every further page of a column is a copy of its first page',
    find: 'canonical: listFilterAddress(path, { current }),',
    replace: 'canonical: path,',
    seenBy: ['article-list/describe-list.test.ts', 'visitor.spec.ts'],
  },
  {
    breaks: 'tells search engines that a post for sale can be read without paying',
    find: 'isAccessibleForFree: isFree,',
    replace: 'isAccessibleForFree: true,',
    seenBy: ['describe-detail.test.ts', 'main/pages.test.ts'],
  },
  {
    breaks: 'shows no number of unread messages in the bar of a phone',
    find: "current: isBelow('/personal'), unread }",
    replace: "current: isBelow('/personal') }",
    seenBy: ['reading.phone.spec.ts', 'shell/header.browser.test.tsx', 'member-reading.spec.ts'],
  },
  {
    breaks: 'reads on aloud after the listener has pressed pause',
    find: 'utterance.onend = () => current === utterance && advance();',
    replace: 'utterance.onend = () => advance();',
    seenBy: ['listen-player.browser.test.tsx'],
  },
  {
    breaks: 'loses the place of the keyboard when the second of two dialogs that follow each other is closed',
    find: 'openers.set(element, [opener, ...((outer && openers.get(outer)) ?? [])]);',
    replace: 'openers.set(element, [opener]);',
    seenBy: ['overlays/dialog.browser.test.tsx', 'pay-dialog.browser.test.tsx', 'keyboard.spec.ts'],
  },
  {
    breaks: 'prints the words of success too dark to read on the dark theme',
    find: '--c-success: light-dark(#1c6b5a, #5fc2a8);',
    replace: '--c-success: light-dark(#1c6b5a, #2d7d6b);',
    seenBy: ['ui/tokens.test.ts', 'every-page.spec.ts'],
  },
  {
    breaks: 'makes the label 广告 unreadable on a bright picture: white on almost nothing',
    find: 'background: rgb(16 17 18 / 0.78);',
    replace: 'background: rgb(16 17 18 / 0.18);',
    seenBy: ['ads/ad-carousel.browser.test.tsx', 'every-page.spec.ts'],
  },
  {
    breaks: 'shows no focus ring in the fields of all forms',
    find: '.input:focus-visible {\n  outline-offset: -1px;',
    replace: '.input:focus-visible {\n  outline: none;',
    seenBy: ['login-page.browser.test.tsx', 'keyboard.spec.ts'],
  },
  {
    breaks: 'cuts off the last columns of a writer’s monthly statement on a phone 360 px wide',
    find: '@media (max-width: 599px) {\n  .table,\n  .table tbody,\n  .table tr,',
    replace: '@media (max-width: 359px) {\n  .table,\n  .table tbody,\n  .table tr,',
    seenBy: ['earnings-view.browser.test.tsx', 'references.spec.ts'],
  },
  {
    breaks: 'makes every page of the personal center wider than a phone: its row of entries does not scroll',
    find: 'padding-inline: var(--page-margin);\n    overflow: auto hidden;',
    replace: 'padding-inline: var(--page-margin);\n    overflow: visible;',
    seenBy: ['personal-pages.browser.test.tsx', 'account-forms.browser.test.tsx', 'reading.phone.spec.ts'],
  },
  {
    breaks: 'makes the cross that deletes a message too small for a finger: 20 px on a phone',
    find: 'width: var(--tap);\n    height: var(--tap);\n    margin: -10px -12px 0 0;',
    replace: 'width: 20px;\n    height: 20px;\n    margin: 0;',
    seenBy: ['account-forms.browser.test.tsx', 'reading.phone.spec.ts'],
  },
  {
    breaks: 'offers no way to collect, share or listen to a post on a tablet 900 to 1199 px wide',
    find: '@media (max-width: 1199px) {\n  .rail {\n    display: none;\n  }\n  .bar {',
    replace: '@media (max-width: 899px) {\n  .rail {\n    display: none;\n  }\n  .bar {',
    seenBy: ['detail-page.browser.test.tsx', 'member-reading.spec.ts', 'reading.phone.spec.ts'],
  },
];
