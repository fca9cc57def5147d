import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Link, LinkContext, type LinkProps } from './link.tsx';

const RouterLink = ({ href, children }: LinkProps) => <a data-router={href}>{children}</a>;
const render = (props: LinkProps) =>
  renderToStaticMarkup(
    <LinkContext value={RouterLink}>
      <Link {...props}>文</Link>
    </LinkContext>,
  );

test.each(['/index', '/4/detail?id=1#comments', '?current=2', '.', ''])(
  'lets the router handle %j',
  (href) => {
    expect(render({ href })).toContain('data-router');
  },
);

test.each([
  '#main',
  'https://beian.miit.gov.cn/',
  '//other.example/x',
  '/admin/posts/1',
  '/admin',
  'mailto:a@b.cn',
  'tel:010',
])('never lets the router handle %j', (href) => {
  expect(render({ href })).toBe(`<a href="${href}">文</a>`);
});

test('never lets the router handle downloads and new windows', () => {
  expect(render({ href: '/files/1', download: '底稿.xlsx' })).not.toContain('data-router');
  expect(render({ href: '/index', target: '_blank' })).not.toContain('data-router');
});
