import { Tabs } from 'antd';
import { type ListChoice, viewOf } from './list-choice.ts';
import type { SavedView } from './saved-view.ts';

const states = [
  { key: 'all', label: '全部' },
  { key: 'draft', label: '草稿' },
  { key: 'scheduled', label: '定时' },
  { key: 'published', label: '已发布' },
  { key: 'withdrawn', label: '已撤回' },
];

/** The states of a piece, and the views the person has saved. */
export function ViewTabs({
  choice,
  views,
  onChange,
}: {
  choice: ListChoice;
  views: readonly SavedView[];
  onChange: (change: Partial<ListChoice>) => void;
}) {
  const view = viewOf(choice, views);
  const choose = (key: string) => {
    const saved = views.find(({ id }) => `view-${id}` === key);
    if (saved) return onChange({ columnId: undefined, keyword: undefined, ...saved.filters });
    const state = key as ListChoice['state'];
    // What a saved view narrowed to goes with it; what was chosen by hand stays.
    onChange(view ? { state, columnId: undefined, keyword: undefined } : { state });
  };
  return (
    <Tabs
      activeKey={view ? `view-${view.id}` : choice.state}
      items={[...states, ...views.map(({ id, name }) => ({ key: `view-${id}`, label: name }))]}
      onChange={choose}
      aria-label="状态和视图"
    />
  );
}
