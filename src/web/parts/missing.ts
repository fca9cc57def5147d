/** What a page's `load` throws when its address names nothing: the shell shows its 404. */
export function missing(message = '页面不存在或已下架'): Error & { status: 404 } {
  return Object.assign(new Error(message), { status: 404 } as const);
}
