import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { commentOf, openDetail } from '#testing/browser/detail.ts';
import { logIn } from '#testing/browser/open-site.ts';
import { button } from '#testing/browser/sign-in.ts';

const comments = () => page.getByRole('region', { name: /^评论/ });
const comment = (text: string) => comments().getByRole('listitem').filter({ hasText: text });
const toast = (text: string) =>
  page.getByRole('region', { name: '提示' }).getByRole('listitem').filter({ hasText: text });
async function scrollToComments() {
  await expect.element(comments()).toBeInTheDocument();
  comments().element().scrollIntoView();
}

test('an own comment stays typed while it cannot be sent, and is listed and deleted once it could', {
  tags: ['strict'],
}, async () => {
  logIn();
  const pending = commentOf('1', { state: 'pending', isOwn: true, body: '等审核的一条' });
  await openDetail({}, { own: [pending] });
  const loaded = answer('GET /reception/comment/list', networkError());
  await scrollToComments();
  await expect.element(page.getByText('没有取到评论')).toBeVisible();
  answer('GET /reception/comment/list', loaded);
  // Failed comments load by themselves once the browser is online again; the button listens from the frame after its first.
  const failedCalls = callsTo('GET /reception/comment/list').length;
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'));
      return callsTo('GET /reception/comment/list').length;
    })
    .toBeGreaterThan(failedCalls);
  await expect.element(comments()).toMatchTextContent('等审核的一条');
  // The reader’s own comment that waits for review counts too.
  await expect.element(comments()).not.toMatchTextContent('还没有评论');

  answer('POST /member/deleteComment', refuse(500, '出错了'));
  const removeOwn = async () => {
    await comment('等审核的一条').getByRole('button', { name: '删除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  };
  await removeOwn();
  await expect.element(toast('网络连接错误！')).toBeVisible();
  await expect.element(comment('等审核的一条')).toBeVisible();
  answer('POST /member/deleteComment', true as never);
  await removeOwn();
  await expect.element(comments()).toMatchTextContent('还没有评论，来写第一条');
  expect(callsTo('POST /member/deleteComment').at(-1)?.body).toEqual({ id: '1' });

  const field = page.getByRole('textbox', { name: '写评论' });
  const send = comments().getByRole('button', { name: '发表' });
  await send.click();
  await expect.element(comments().getByRole('alert')).toMatchTextContent('请先写下评论');
  expect(callsTo('POST /member/addComment')).toEqual([]);
  answer('POST /member/addComment', refuse(429, '评论太快了，请稍后再发'));
  await field.fill('看得明白，𠮷也写得好。');
  await send.click();
  await expect.element(comments().getByRole('alert')).toMatchTextContent('评论太快了，请稍后再发');
  await expect.element(field).toHaveValue('看得明白，𠮷也写得好。');
  answer('POST /member/addComment', ({ body }) => ({
    comment: commentOf('2', { isOwn: true, body: body.body, likes: 0 }),
  }));
  await send.click();
  await expect.element(toast('已发表')).toBeVisible();
  await expect.element(comment('看得明白')).toBeVisible();
  await expect.element(field).toHaveValue('');
  expect(callsTo('POST /member/addComment').at(-1)?.body).toEqual({
    postId: '100001',
    body: '看得明白，𠮷也写得好。',
    mentions: [],
  });
});

test('a refused like is taken back, and Escape in a reply returns the focus to its button', async () => {
  logIn();
  answer('POST /member/likeComment', refuse(400, '这条评论已被隐藏，不能点赞'));
  await openDetail({}, { records: [commentOf('1')] });
  await scrollToComments();
  await expect.element(button('回复')).toBeVisible();
  const like = () => comments().getByRole('button', { name: /赞/ });
  await expect.element(like()).toMatchTextContent('3');
  await like().click();
  await expect.element(toast('已被隐藏，不能点赞')).toBeVisible();
  await expect.element(like()).toMatchTextContent('3');
  await expect.element(like()).toHaveAttribute('aria-pressed', 'false');

  (button('回复').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: '回复 读者甲' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('回复').first()).toHaveFocus();
});
