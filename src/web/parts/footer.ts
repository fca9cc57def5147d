import type { Site } from '../site.ts';
import type { FooterProps } from './frame/footer.tsx';

/** The footer of every page: the filing numbers link where the law wants them to (PROTOCOLS). */
export function footerOf(site: Site): FooterProps {
  const notices = [
    site.newsLicence && { name: site.newsLicence },
    site.icpLicence && { name: site.icpLicence },
    site.complaints && { name: `违法和不良信息举报 ${site.complaints}` },
  ].filter((notice) => notice !== '');
  return {
    homeHref: '/index',
    motto: '看浪，也看水从哪里来。',
    note: '财经资讯与研究',
    groups: [
      {
        title: '内容',
        links: [
          { name: '全球资讯', href: '/globalInfo' },
          { name: '脱水研报', href: '/rined' },
          { name: 'VIP 专享', href: '/vip' },
        ],
      },
      {
        title: '查找',
        links: [
          { name: '综合搜索', href: '/search' },
          { name: '高级搜索', href: '/index/search' },
        ],
      },
      {
        title: '规则',
        links: [
          { name: '用户协议', href: '/agreement' },
          { name: '隐私政策', href: '/agreement?kind=privacy' },
        ],
      },
    ],
    copyright: `© ${site.name}`,
    ...(site.icp ? { icp: { name: site.icp, href: 'https://beian.miit.gov.cn/' } } : {}),
    ...(site.police ? { police: { name: site.police, href: 'https://beian.mps.gov.cn/' } } : {}),
    notices,
    risk: '本站内容仅供参考，不构成投资建议。市场有风险，决策须独立。',
  };
}
