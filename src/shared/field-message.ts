/** What a field shows whose rule has no message of its own (docs/product.md §5). */
export const DEFAULT_FIELD_MESSAGE = '输入不合法';
