import type { IconName } from '#ui/icon.tsx';

/** Icons that a column may have, with Chinese labels. */
export const columnIcons: readonly { name: IconName; label: string }[] = [
  { name: 'wave', label: '水波' },
  { name: 'doc', label: '文档' },
  { name: 'vip', label: '皇冠' },
  { name: 'list', label: '列表' },
  { name: 'mark', label: '书签' },
  { name: 'pen', label: '笔' },
  { name: 'text', label: '文字' },
  { name: 'calendar', label: '日历' },
  { name: 'clock', label: '时钟' },
  { name: 'bell', label: '铃' },
  { name: 'eye', label: '眼睛' },
  { name: 'comment', label: '对话' },
  { name: 'share', label: '分享' },
  { name: 'wallet', label: '钱包' },
  { name: 'shield', label: '盾牌' },
  { name: 'user', label: '人物' },
  { name: 'home', label: '房屋' },
  { name: 'search', label: '放大镜' },
  { name: 'filter', label: '漏斗' },
  { name: 'info', label: '提示' },
  { name: 'sun', label: '太阳' },
  { name: 'moon', label: '月亮' },
];
