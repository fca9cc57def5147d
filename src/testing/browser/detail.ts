import type { Column } from '#features/columns/schema.ts';
import type { Comment } from '#features/comments/schema.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { answer } from './api.ts';
import { openSite } from './open-site.ts';
import { pageOf, postRecord } from './personal.ts';

const column: Column = {
  id: '101',
  columnName: '宏观手记',
  description: '',
  listOrder: 1,
  MenuType: 1,
  parentId: null,
  kind: 'article',
  isNav: 1,
  isAuth: 1,
  loginAuth: 0,
  noMenu: 0,
  menuType: 1,
  codePath: null,
  icon: '',
  keepAlive: 0,
  breadShow: 1,
  hideChild: 0,
  children: [],
};

/** Opens an article's page with these comments; what surrounds the article is empty. */
export async function openDetail(
  changes: Partial<PostDetail> = {},
  comments: { own?: Comment[]; records?: Comment[] } = {},
): Promise<PostDetail> {
  const post: PostDetail = {
    ...postRecord('100001', '利率走廊与远山'),
    vipPrice: null,
    state: 'published',
    body: '<p>正文。</p>',
    headings: [],
    attachments: [],
    reader: null,
    lockReason: null,
    updatedAt: '2026-11-20T09:00:00+08:00',
    lockedWordCount: 0,
    offers: [],
    collectId: null,
    collects: 0,
    author: {
      id: '1',
      name: '沈观潮',
      title: '',
      bio: '',
      avatar: null,
      posts: 1,
      followers: 0,
      followed: false,
    },
    coAuthors: [],
    ...changes,
  };
  const { own = [], records = [] } = comments;
  answer('POST /reception/article/selectArticle', post);
  answer('GET /reception/article/previousArticle', null);
  answer('GET /reception/article/nextArticle', null);
  answer('GET /reception/article/researchCharts', []);
  answer('GET /reception/article/getResearchArticleList', pageOf([]));
  answer('GET /reception/article/addViewTimes', { views: 1 });
  answer('POST /reception/getAdList', []);
  answer('GET /reception/comment/list', {
    records: records.map((comment) => ({ ...comment, replies: 0, firstReplies: [], repliesCursor: null })),
    cursor: null,
    total: records.length,
    own,
    standing: { mayWrite: true, reason: null, message: '', isReviewed: true },
  });
  await openSite(`/101/detail?id=${post.id}`, { columns: [column] });
  return post;
}

/** A visible comment by somebody else. */
export const commentOf = (id: string, changes: Partial<Comment> = {}): Comment => ({
  id,
  postId: '100001',
  rootId: null,
  state: 'visible',
  writer: { name: '读者甲', avatar: null, mark: null },
  answers: null,
  body: '说得清楚。',
  mentions: [],
  province: '广东',
  createdAt: '2026-11-20T10:00:00+08:00',
  likes: 3,
  liked: false,
  isOwn: false,
  reason: '',
  ...changes,
});
