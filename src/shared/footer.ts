/** A heading of the footer with its links, as readers see it. */
export type FooterGroup = { title: string; links: { name: string; href: string }[] };

export const maxFooterGroups = 4;
export const maxFooterLinks = 10;

/** The footer of a site whose staff have not edited it. */
export const defaultFooter: readonly FooterGroup[] = [
  {
    title: '内容',
    links: [
      { name: '全球资讯', href: '/globalInfo' },
      { name: '脱水研报', href: '/rined' },
      { name: 'VIP 专享', href: '/vip' },
      { name: 'VIP 会员', href: '/membership' },
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
];
