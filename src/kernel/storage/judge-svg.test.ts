import { expect, test } from 'vitest';
import { judgeSvg } from './judge-svg.ts';

const judge = (text: string) => judgeSvg(Buffer.from(text));
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

test.each([
  [
    'after a declaration, a doctype and comments',
    `<?xml version="1.0"?><!DOCTYPE svg><!-- a --><!-- b -->${svg('')}`,
  ],
  ['after a byte order mark', `\ufeff${svg('<rect width="9" height="9"/>')}`],
  [
    'with references within the file',
    svg('<use href="#a"/><rect fill="url(#b)"/><style>a{fill:url("#b")}</style>'),
  ],
  ['with a picture in it', svg('<image href="data:image/png;base64,AAAA"/>')],
])('draws one %s', (_, text) => {
  expect(judge(text)).toBe('still');
});

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script in another spelling', '<ScRiPt/>'],
  ['a script of another namespace', '<s:script xmlns:s="http://www.w3.org/2000/svg"/>'],
  ['a page in it', '<foreignObject/>'],
  ['a handler', '<rect onclick="a()"/>'],
  ['an address with a program', '<a href="java&#115;cript:alert(1)"/>'],
  [
    'a picture of another site',
    '<image xlink:href="http://192.0.2.1/a.png" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
  ],
  ['a file of the server', '<image href="file:///etc/passwd"/>'],
  ['a paint of another site', '<rect fill="url( http://192.0.2.1/a)"/>'],
  ['a style of another site', '<style>@import "http://192.0.2.1/a"</style>'],
  ['a style in a section', '<style><![CDATA[a{fill:url(http://192.0.2.1/a)}]]></style>'],
])('refuses one with %s', (_, content) => {
  expect(judge(svg(content))).toBe('active');
});

test.each([
  ['a page', `<html>${svg('')}</html>`],
  ['text', 'an <svg> in a text'],
  ['one with entities of its own', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`],
])('takes %s for none', (_, text) => {
  expect(judge(text)).toBe('none');
});

test.each(['<svg><g></svg>', '<svg xmlns="http://www.w3.org/2000/svg"><g>', `${svg('')}<svg/>`])(
  'reports %s as damaged',
  (text) => {
    expect(judge(text)).toBe('damaged');
  },
);

test.each([
  ['comments without an element', '<!---->'],
  ['ends of comments', '--> '],
  ['doctypes', '<!DOCTYPE svg>'],
  ['elements without an end', '<svg '],
  ['styles without an end', '<style>'],
  ['opening brackets', 'url('],
  ['white space', ' '],
])('reads a megabyte of %s in a time that grows with its length', (_, part) => {
  // An exponential search of forty of them takes hours, a quadratic one of a megabyte minutes.
  expect(judge(`<!-- <svg -->${part.repeat(1_000_000 / part.length)}`)).not.toBe('still');
});
