// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { EditorLoader } from './editor-loader.tsx';

let page: OnPage;
afterEach(() => page.remove());

test("shows that the editor's files failed to load, and loads them on retry", async () => {
  const answers: (string | Error)[] = [
    new TypeError('Failed to fetch dynamically imported module'),
    '编辑器',
  ];
  const load = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { words: answer };
  };
  page = renderOnPage(
    <EditorLoader load={load} fallback={<p>正在打开</p>}>
      {({ words }) => <p id="editor">{words}</p>}
    </EditorLoader>,
  );
  expect(page.find('p').textContent).toBe('正在打开');
  await act(async () => undefined);
  expect(page.find('[role=alert]').textContent).toContain('编辑器资源加载失败');
  await act(async () => page.find('[role=alert] button').click());
  expect(page.find('#editor').textContent).toBe('编辑器');
});
