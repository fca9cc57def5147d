// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareBodySync } from './prepare-body.ts';

const tag = fc.constantFrom(
  ...(
    'p h1 h2 b i a em span code pre div ul ol li table thead tbody tr td th caption figure figcaption blockquote ' +
    'cite footer section dl dt sup small video noscript svg form'
  ).split(' '),
);
const fragment = fc.oneof(
  fc.constantFrom('中文', 'API', ' ', '\n', '&lt;', '<img src="/i.png">', '<br>', '<hr>', '<!--more-->'),
  fc.constantFrom(
    '<span class="math" data-tex="x^2&lt;">',
    '<div class="math" data-tex="\\frac{1}{2}"></div>',
    '<div class="callout" data-callout="note">',
    '</div>',
  ),
  tag.map((name) => (name === 'a' ? '<a href="/x">' : `<${name}>`)),
  tag.map((name) => `</${name}>`),
);

// Browsers add a tbody and write empty attributes differently.
const plain = (html: string) => html.replace(/<\/?tbody>|=""/g, '');

test('produces markup that a browser parses as written, so nothing mutates on display', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 30 }), (body) => {
      const { html, openHtml } = prepareBodySync({ body: body.join(''), format: 'html' });
      for (const part of [html, openHtml]) {
        const element = document.createElement('div');
        element.innerHTML = part;
        expect(plain(element.innerHTML)).toBe(plain(part));
      }
    }),
    { numRuns: 500 },
  );
});
