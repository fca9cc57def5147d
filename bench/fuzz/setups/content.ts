import { sql } from 'kysely';
import { findReviewItem } from '#testing/references.ts';
import type { World } from '../world.ts';
import { after, byNewMember, type Kinds, type Perform, type Setups } from './setup.ts';

const findItem = (world: World, id: string) =>
  findReviewItem(world.portal as never, world.person('reviewer')?.token ?? '', id);

async function publishedReference(_: World, perform: Perform) {
  const { writer, postId } = await perform('POST /admin/moderation/decide');
  return { by: writer, id: postId };
}

/** A post of the column that calls below this path read. */
const newPost = (world: World, _: Perform, path: string) =>
  world.post({ columnId: path.startsWith('/news') ? '1' : /reference/i.test(path) ? '6' : '2' });

async function newComment(_: World, perform: Perform) {
  const { by, postId, comment } = await perform('POST /member/addComment');
  return { by, postId, id: comment.id };
}

/** A published post, for calls that refuse a draft. */
const onPost = async (world: World) => ({ id: await world.post() });

export const contentKinds: Kinds = {
  栏目编号: (_world, _perform, path) => (path.startsWith('/internalReference') ? '6' : '2'),
  负责栏目: () => '2',
  内容编号: newPost,
  文章编号: newPost,
  附件: newPost,
  相关内容: newPost,
  资讯编号: (world) => world.post({ columnId: '1' }),
  稿件编号: after('POST /admin/post/save'),
  预览码: after('POST /admin/post/createPreviewLink'),
  视图编号: after('POST /admin/savedView/save'),
  作者编号: after('POST /admin/author/create'),
  并入的作者编号: after('POST /admin/author/create'),
  内参编号: after('POST /internalReference/save'),
  审核编号: async (world, perform) => {
    const { by: writer, id: postId } = await perform('POST /internalReference/submit');
    return { id: await findItem(world, postId), writer, postId };
  },
  评论编号: async (world, perform) => (await newComment(world, perform)).id,
  评论: (world, perform, path) =>
    path.startsWith('/admin') ? newComment(world, perform) : `评论${world.unique()}`,
  收藏编号: (_, perform, path) =>
    perform(path.includes('News') ? 'POST /member/addNewsCollect' : 'POST /member/addArticleCollect'),
};

export const contentSetups: Setups = {
  'GET /reception/author': async (_, perform) => ({
    id: (await perform('POST /admin/post/publish')).content.authorId,
  }),
  'POST /admin/author/decideQualification': async (_, perform) => {
    const { authorId: id, qualification } = await perform('POST /internalReference/profile');
    return { id, qualification };
  },
  'POST /admin/post/save': after('POST /admin/post/create'),
  'POST /admin/moderation/decide': () => ({ by: 'reviewer' }),
  // Not scheduled, which the example of the time would do.
  'POST /admin/post/publish': () => ({ at: undefined }),
  'POST /admin/post/submit': () => ({ at: undefined }),
  'POST /admin/post/setPublishedAt': onPost,
  // Only reviewers and the member who submitted a post withdraw it, and setups submit as admin.
  'POST /admin/post/cancelReview': async (_, perform) => ({
    ...(await perform('POST /admin/post/submit')),
    by: 'admin',
  }),
  'POST /admin/post/undelete': after('POST /admin/post/delete'),
  'GET /admin/post/reviewed': async (world, perform) => ({
    id: await findItem(world, (await perform('POST /admin/post/submit')).id),
  }),
  'POST /admin/post/withdraw': onPost,
  'POST /admin/post/changeMany': () => ({ change: 'delete' }),
  'POST /admin/post/editMany': () => ({ columnId: '2', addTags: ['储能'], access: 'vip', price: 100 }),
  'POST /admin/post/undoMany': async (_, perform) => {
    const { undo } = (await perform('POST /admin/post/editMany'))[0];
    return { change: 'edit', posts: [undo] };
  },
  'POST /admin/post/revokePreviewLink': async (_, perform) => {
    const { id: linkId, sent } = await perform('POST /admin/post/createPreviewLink');
    return { ...sent, linkId };
  },
  'GET /admin/wechatDraft/overview': onPost,
  'GET /admin/wechatDraft/copy': onPost,
  'POST /admin/wechatDraft/create': async (world) => ({ postId: await world.post() }),
  'POST /internalReference/add': byNewMember,
  'POST /internalReference/save': after('POST /internalReference/add'),
  'POST /internalReference/cancelReview': after('POST /internalReference/submit'),
  'POST /internalReference/withdraw': publishedReference,
  'POST /internalReference/profile': byNewMember,
  'GET /reception/reference/notes': publishedReference,
  'GET /admin/reference/evidence': publishedReference,
  'GET /reception/comment/list': newComment,
  'POST /member/deleteComment': newComment,
  'POST /admin/comment/unmute': after('POST /admin/comment/mute'),
  'POST /member/deleteFollow': after('POST /member/addFollow'),
  'POST /member/deleteHistory': async (world) => {
    const by = await world.newMember();
    const id = await world.post();
    await sql`insert into reading_history (member_id, post_id, read_at) values (${by.memberId}, ${id}, now())`.execute(
      world.ctx.db,
    );
    return { by, id };
  },
};
