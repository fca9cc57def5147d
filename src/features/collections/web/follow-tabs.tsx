import { TabNav } from '#ui/controls/tabs.tsx';

const tabs = [
  { label: '关注动态', href: '/personal/feed' },
  { label: '关注的作者', href: '/personal/follow' },
];

/** The tabs of 我的关注: the posts of the followed authors, and the authors. */
export function FollowTabs({ current }: { current: '/personal/feed' | '/personal/follow' }) {
  return <TabNav label="我的关注" items={tabs.map((tab) => ({ ...tab, current: tab.href === current }))} />;
}
