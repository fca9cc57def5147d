/** Shown where a file that the editor loads on demand does not arrive (docs/product.md §8). */
export const resourceFailure = '编辑器资源加载失败，请检查网络后再试';
