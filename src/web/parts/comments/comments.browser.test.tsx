import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, callsTo, networkError } from '#testing/browser/api.ts';
import { commentOf, openDetail } from '#testing/browser/detail.ts';
import { logIn } from '#testing/browser/open-site.ts';
import { button } from '#testing/browser/sign-in.ts';

const comments = () => page.getByRole('region', { name: /^评论/ });
async function scrollToComments() {
  await expect.element(comments()).toBeInTheDocument();
  comments().element().scrollIntoView();
}

test('says that there are no comments only if the reader has none waiting for review either', async () => {
  logIn();
  await openDetail({}, { own: [commentOf('1', { state: 'pending', isOwn: true, body: '等审核的一条' })] });
  await scrollToComments();
  await expect.element(comments()).toMatchTextContent('等审核的一条');
  await expect.element(comments()).not.toMatchTextContent('还没有评论');
});

test('says that there are no comments', async () => {
  logIn();
  await openDetail();
  await scrollToComments();
  await expect.element(comments()).toMatchTextContent('还没有评论，来写第一条');
});

test('Escape in a reply returns the focus to the button that opened it', async () => {
  logIn();
  await openDetail({}, { records: [commentOf('1')] });
  await scrollToComments();
  await expect.element(button('回复')).toBeVisible();
  (button('回复').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: '回复 读者甲' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('回复')).toHaveFocus();
});

test('failed comments load by themselves once the browser is online again', async () => {
  logIn();
  await openDetail({}, { records: [commentOf('1')] });
  const loaded = answer('GET /reception/comment/list', networkError());
  await scrollToComments();
  await expect.element(page.getByText('没有取到评论')).toBeVisible();
  answer('GET /reception/comment/list', loaded);
  const failedCalls = callsTo('GET /reception/comment/list').length;
  // The button listens from the frame after its first.
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'));
      return callsTo('GET /reception/comment/list').length;
    })
    .toBeGreaterThan(failedCalls);
  await expect.element(page.getByText('说得清楚。')).toBeVisible();
});
