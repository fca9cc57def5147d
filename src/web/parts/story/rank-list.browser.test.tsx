import { expect, test } from 'vitest';
import { renderPart } from '#testing/browser/render-part.ts';
import { RankList } from './rank-list.tsx';

// A clause that needs two lines is an inline block, whose baseline is that of its last line.
const words = ['一句', '没有', '标点', '而且', '长到', '一行', '放不下', '的', '标题', '，'];
const title = `${words.join('')}占两行`;
const items = [
  { title, breaks: `${words.join('\u200b')}\n占两行`, href: '/1' },
  { title, breaks: null, href: '/2' },
];

test.for([false, true])('a rank stands beside the first line of its headline, dense %s', async (dense) => {
  const container = await renderPart(
    <div style={{ width: 264 }}>
      <RankList items={items} dense={dense} />
    </div>,
  );
  for (const row of container.querySelectorAll('li')) {
    const marker = getComputedStyle(row, '::before');
    const text = document.createRange();
    text.selectNodeContents(row);
    const [first] = [...text.getClientRects()].sort((a, b) => a.top - b.top || a.height - b.height);
    const lines = row.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(row).lineHeight);
    expect(lines, 'the headline has two lines').toBeGreaterThan(2);
    // A pseudo-element has no box in the DOM: it starts at the row's padding, so its height tells where it is.
    expect(getComputedStyle(row).alignItems).toBe('start');
    const middle =
      row.getBoundingClientRect().top +
      Number.parseFloat(getComputedStyle(row).paddingTop) +
      Number.parseFloat(marker.lineHeight) / 2;
    const middleOfText = (first?.top ?? 0) + (first?.height ?? 0) / 2;
    expect(Math.abs(middle - middleOfText)).toBeLessThan(2);
  }
});
