/** Advert positions (docs/product.md §14), with the number of adverts a page shows in each. */
export const positions = [
  { value: 1, label: '首页轮播', note: '全部轮流展示，权重大的在前' },
  { value: 2, label: '首页侧栏', note: '每次展示一个，按权重轮换' },
  { value: 3, label: '列表侧栏', note: '每次展示一个，按权重轮换' },
  { value: 4, label: '正文底部', note: '每次展示一个，按权重轮换' },
  { value: 5, label: '首页弹窗', note: '每位读者每天最多弹一次' },
] as const;

export const positionName = (value: number): string =>
  positions.find((position) => position.value === value)?.label ?? String(value);

/** Click rate as a percentage: `1.25%`; a dash without impressions. */
export const showRate = (impressions: number, clicks: number): string =>
  impressions === 0 ? '—' : `${((clicks / impressions) * 100).toFixed(2)}%`;
