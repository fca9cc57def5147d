/** The English names that Ant Design gives to parts of its controls, whatever its locale, and to its icons. */
const names: ReadonlyMap<string, string> = new Map([
  ['Increase Value', '增加'],
  ['Decrease Value', '减少'],
  ['Close', '关闭'],
  ['Clear', '清除'],
  ['segmented control', '选择一种'],
  ['search', '搜索'],
  ['close', '关闭'],
  ['close-circle', '清除'],
  ['up', '向上'],
  ['down', '向下'],
  ['left', '向左'],
  ['right', '向右'],
  ['swap-right', '到'],
  ['caret-up', '升序'],
  ['caret-down', '降序'],
  ['calendar', '日历'],
  ['clock-circle', '时间'],
  ['check', '已选'],
  ['check-circle', '成功'],
  ['info-circle', '说明'],
  ['question-circle', '疑问'],
  ['exclamation-circle', '注意'],
  ['loading', '正在进行'],
  ['plus', '添加'],
  ['minus', '收起'],
  ['eye', '显示'],
  ['eye-invisible', '隐藏'],
  ['ellipsis', '更多'],
  ['inbox', '文件'],
  ['upload', '上传'],
  ['paper-clip', '附件'],
  ['delete', '删除'],
  ['file', '文件'],
]);

/** Gives the controls of Ant Design Chinese names for screen readers, now and as they appear. Returns a function that stops. */
export function nameControls(root: HTMLElement): () => void {
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records) {
      if (type === 'attributes') rename(target);
      for (const node of addedNodes) renameWithin(node);
    }
  });
  renameWithin(root);
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-label'],
  });
  return () => observer.disconnect();
}

function renameWithin(node: Node): void {
  if (!(node instanceof Element)) return;
  rename(node);
  for (const inner of node.querySelectorAll('[aria-label]')) rename(inner);
}

function rename(node: Node): void {
  if (!(node instanceof Element) || !/\b(?:ant-|anticon)/.test(node.getAttribute('class') ?? '')) return;
  const name = names.get(node.getAttribute('aria-label') ?? '');
  if (name !== undefined) node.setAttribute('aria-label', name);
}
