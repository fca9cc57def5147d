import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '#testing/browser/render-part.ts';
import { SideColumn } from '#ui/layout/cols.tsx';
import { ArticleLayout } from './article-layout.tsx';
import { Toc } from './toc.tsx';

const chapters = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at}`, text: `第 ${at + 1} 节` }));

async function openArticle({ textHeight, count }: { textHeight: number; count: number }) {
  await page.viewport(1440, 800);
  await renderPart(
    <ArticleLayout
      side={
        <>
          <Toc items={chapters(count)} current={null} />
          <SideColumn>
            <section aria-label="排行" style={{ height: 700 }} />
          </SideColumn>
        </>
      }
    >
      <div style={{ height: textHeight }} />
    </ArticleLayout>,
  );
  const box = (role: 'heading' | 'region', name: string) =>
    page.getByRole(role, { name }).element().getBoundingClientRect();
  return {
    contents: () => {
      const nav = page.getByRole('navigation', { name: '目录' }).element();
      const links = [...nav.querySelectorAll('a')].map((link) => link.getBoundingClientRect());
      const list = nav.querySelector('h2')?.parentElement?.getBoundingClientRect();
      return { top: list?.top ?? 0, bottom: list?.bottom ?? 0, links };
    },
    ranks: () => box('region', '排行'),
  };
}

test.for([
  { name: 'long', textHeight: 5000, count: 6 },
  { name: 'short', textHeight: 300, count: 6 },
  { name: 'long, with more chapters than the window is high', textHeight: 5000, count: 60 },
])('beside a $name text the contents never cover the rest of the side column', async (article) => {
  const { contents, ranks } = await openArticle(article);
  for (let y = 0; y <= document.documentElement.scrollHeight; y += 200) {
    scrollTo(0, y);
    expect(contents().bottom, `at ${y} px`).toBeLessThanOrEqual(ranks().top);
  }
  scrollTo(0, 0);
});

test('the contents stay on screen while a long text is read', async () => {
  const { contents } = await openArticle({ textHeight: 5000, count: 6 });
  scrollTo(0, 3000);
  expect(contents().top).toBeGreaterThanOrEqual(0);
  expect(contents().bottom).toBeLessThanOrEqual(innerHeight);
  scrollTo(0, 0);
});
