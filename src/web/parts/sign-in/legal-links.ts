import type { NamedLink } from '#ui/types.ts';
import type { Site } from '../../site.ts';

/** The last line of screens without the site's frame. */
export const legalLinks = (site: Site): NamedLink[] => [
  { name: '用户协议', href: '/agreement' },
  { name: '隐私政策', href: '/agreement?kind=privacy' },
  { name: `© ${site.name}` },
  ...(site.icp ? [{ name: site.icp, href: 'https://beian.miit.gov.cn/' }] : []),
];
