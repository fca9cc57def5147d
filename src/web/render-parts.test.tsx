import { type ReactNode, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createPartCache } from '#kernel/cache/part-cache.ts';
import { CachedPart, PartRenderContext } from './parts/cached-part.tsx';
import { startParts } from './render-parts.ts';

type Story = { id: string; title: string; picture?: string };

/** Renders stories as parts inside a part, and returns the HTML and the titles that React rendered. */
function openPage(cache = createPartCache(1_000_000)) {
  return (stories: readonly Story[], scope = '1') => {
    const rendered: string[] = [];
    const parts = startParts(cache, scope);
    const story = ({ title, picture }: Story): ReactNode => {
      rendered.push(title);
      return (
        <p>
          {title}
          {picture && <img src={picture} alt="" fetchPriority="high" />}
        </p>
      );
    };
    const page = (
      <main>
        <CachedPart name="list" data={stories}>
          {(list) =>
            list.map((one) => (
              <CachedPart key={one.id} name="story" data={one}>
                {story}
              </CachedPart>
            ))
          }
        </CachedPart>
        <i>end</i>
      </main>
    );
    const html = parts.fill(renderToString(<PartRenderContext value={parts}>{page}</PartRenderContext>));
    return { html, rendered, whole: renderToString(page) };
  };
}

const one = { id: '1', title: '减持 <一>' };
const two = { id: '2', title: '二' };

test('HTML of parts is what React renders without them, from the cache or not', () => {
  const render = openPage();
  const first = render([one, two]);
  expect(first.html).toBe(first.whole);
  const again = render([one, two]);
  expect(again.html).toBe(first.whole);
  expect(again.rendered.slice(0, -2)).toEqual([]);
});

test('renders only the part whose data has changed, and shows nothing that is not in the data', () => {
  const render = openPage();
  render([one, two]);
  const changed = render([one, { ...two, title: '改' }]);
  expect(changed.html).toBe(changed.whole);
  expect(changed.rendered.slice(0, -2)).toEqual(['改']);
  const withdrawn = render([two]);
  expect(withdrawn.html).toBe('<main><p>二</p><i>end</i></main>');
});

test('another site, column list or day renders its parts itself', () => {
  const render = openPage();
  render([one]);
  expect(render([one], '2').rendered.slice(0, -1)).toEqual(['减持 <一>']);
});

test('preloads the pictures of cached parts, in the order of the page', () => {
  const render = openPage();
  const pictured = { ...two, picture: '/b.png' };
  render([pictured]);
  const later = render([{ ...one, picture: '/a.png' }, pictured]);
  expect(later.html).toBe(later.whole);
  expect(later.html.match(/preload/g)).toHaveLength(2);
  const again = render([{ ...one, picture: '/a.png' }, pictured]);
  expect(again.html).toBe(later.whole);
});

const Field = () => <input id={useId()} />;

test('does not keep a part that contains an id of its place in the page', () => {
  const cache = createPartCache(1_000_000);
  const render = (isSecond: boolean) => {
    const parts = startParts(cache, '1');
    const page = (
      <>
        {isSecond ? [<Field key="first" />] : []}
        <CachedPart name="field" data={null}>
          {() => <Field />}
        </CachedPart>
      </>
    );
    const html = parts.fill(renderToString(<PartRenderContext value={parts}>{page}</PartRenderContext>));
    expect(html).toBe(renderToString(page));
  };
  render(false);
  render(true);
});

test('keeps no more than its bytes', () => {
  const cache = createPartCache(2000);
  cache.set('a', 'x'.repeat(500));
  cache.set('b', 'y'.repeat(500));
  expect([cache.get('a'), cache.get('b')?.length]).toEqual([undefined, 500]);
});
