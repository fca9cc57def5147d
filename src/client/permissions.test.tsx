// @vitest-environment jsdom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { toast } from 'sonner';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderOnPage } from '#testing/render-on-page.ts';
import { Permit, usePermittedAction } from './permissions.tsx';
import { removeStored, writeStored } from './storage.ts';

afterEach(() => {
  act(() => removeStored('menuIds'));
  toast.dismiss();
});

function Publish({ code, onRun }: { code: string; onRun: (word: string) => void }) {
  const run = usePermittedAction(code, onRun);
  return (
    <button type="button" onClick={() => run('发布')}>
      发布
    </button>
  );
}

describe('docs/product.md §5: permission display rule', () => {
  test('hides an element unless the code is held, and updates when the list changes', () => {
    const page = renderOnPage(<Permit code="post.publish">发布</Permit>);
    expect(page.element.textContent).toBe('');
    act(() => writeStored('menuIds', ['post.view']));
    expect(page.element.textContent).toBe('');
    act(() => writeStored('menuIds', ['post.view', 'post.publish']));
    expect(page.element.textContent).toBe('发布');
    act(() => removeStored('menuIds'));
    expect(page.element.textContent).toBe('');
    page.remove();
  });

  test("the administrator's code covers every code", () => {
    writeStored('menuIds', ['*']);
    const page = renderOnPage(<Permit code="post.publish">发布</Permit>);
    expect(page.element.textContent).toBe('发布');
    page.remove();
  });

  test('part of a code does not count as the code', () => {
    writeStored('menuIds', ['post.publish.all']);
    const page = renderOnPage(<Permit code="post.publish">发布</Permit>);
    expect(page.element.textContent).toBe('');
    page.remove();
  });

  test.each(['', undefined])('throws for a missing code (%j), which is a programming error', (code) => {
    expect(() => renderToString(<Permit code={code as string}>发布</Permit>)).toThrow('need roles!');
  });

  test('hides everything that needs a code on the server', () => {
    writeStored('menuIds', ['post.publish']);
    expect(renderToString(<Permit code="post.publish">发布</Permit>)).toBe('');
  });
});

describe('docs/product.md §5, §8: permission action rule', () => {
  test('runs the action of a click only if the code is held at that moment', () => {
    const onRun = vi.fn();
    const page = renderOnPage(<Publish code="post.publish" onRun={onRun} />);
    page.find('button').click();
    expect(onRun).not.toHaveBeenCalled();
    expect(toast.getToasts()).toMatchObject([{ type: 'warning', title: '权限不足！' }]);
    writeStored('menuIds', ['post.publish']);
    page.find('button').click();
    expect(onRun.mock.calls).toEqual([['发布']]);
    page.remove();
  });

  test('throws for a missing code, which is a programming error', () => {
    expect(() => renderToString(<Publish code="" onRun={() => undefined} />)).toThrow('need roles!');
  });
});
