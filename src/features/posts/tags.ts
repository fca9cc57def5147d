/** The tags of caches that hold posts: of any piece, of a column's lists, of one piece. */
export const postsTag = 'posts';
export const columnTag = (columnId: string) => `column:${columnId}`;
export const postTag = (id: string) => `post:${id}`;
