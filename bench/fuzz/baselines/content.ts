import { decideReference, findReviewItem } from '#testing/references.ts';
import { picture } from '../samples.ts';
import type { Person, World } from '../world.ts';
import { type Baselines, byId, byQueryId } from './baseline.ts';

const news = (world: World) => world.post({ columnId: '1' });
const article = (world: World) => world.post();

type Draft = { id: string; version: number; content: object };

async function newDraft(world: World): Promise<Draft> {
  const { id } = await world.callAdmin('POST post/create', {
    body: { columnId: '2', title: `草稿${world.unique()}` },
  });
  const { version, content } = await world.callAdmin('GET post/detail', { query: { id } });
  const { id: authorId } = (await world.callAdmin('GET post/authors'))[0] ?? (await newAuthor(world));
  const html = '<p>第一段。</p><p>第二段。</p>';
  const saved = await world.callAdmin('POST post/save', {
    body: { id, base: version, content: { ...content, authorId, html } },
  });
  return { id, version: saved.version, content: { ...content, authorId, html } };
}

async function newAuthor(world: World): Promise<{ id: string }> {
  const name = `作者${world.unique()}`;
  return world.callAdmin('POST author/create', { body: { ...author, name } });
}
const author = { title: '', bio: '', avatar: null, memberId: null, sharePercent: 60 };

async function publishedPost(world: World): Promise<Draft> {
  const draft = await newDraft(world);
  await world.callAdmin('POST post/publish', { body: { id: draft.id, base: draft.version } });
  return draft;
}

async function submittedPost(world: World): Promise<string> {
  const { id, version } = await newDraft(world);
  await world.call('POST /admin/post/submit', world.person('editor'), { body: { id, base: version } });
  return id;
}

/** Creates and saves a reference of a member. */
async function newReference(world: World): Promise<{ writer: Person } & Draft> {
  const writer = await world.newMember();
  const { id } = await world.call('POST /internalReference/add', writer, { body: {} });
  const { version, content } = await world.call('GET /internalReference/detail', writer, { query: { id } });
  const written = { ...content, title: `内参${world.unique()}`, html: '<p>第一段。</p><p>第二段。</p>' };
  const saved = await world.call('POST /internalReference/save', writer, {
    body: { id, base: version, content: written },
  });
  return { writer, id, version: saved.version, content: written };
}

async function submittedReference(world: World) {
  const reference = await newReference(world);
  const { id, version } = reference;
  await world.call('POST /internalReference/submit', reference.writer, { body: { id, base: version } });
  return reference;
}

async function publishedReference(world: World) {
  const reference = await submittedReference(world);
  const reviewer = world.person('reviewer')?.token ?? '';
  await decideReference(world.portal as never, reviewer, reference.id, 'approved');
  return reference;
}

const bodyOfReference =
  (make: (world: World) => Promise<{ writer: Person; id: string }>) => async (world: World) => {
    const { writer, id } = await make(world);
    return { as: writer, body: { id } };
  };
const findWaitingItem = (world: World, id: string): Promise<string> =>
  findReviewItem(world.portal as never, world.person('reviewer')?.token ?? '', id);

const queryOfReference =
  (make: (world: World) => Promise<{ writer: Person; id: string }>) => async (world: World) => {
    const { writer, id } = await make(world);
    return { as: writer, query: { id } };
  };

async function newComment(world: World) {
  const person = await world.newMember();
  const postId = await world.post();
  const body = { postId, body: `评论${world.unique()}` };
  const { comment } = await world.call('POST /member/addComment', person, { body });
  return { person, postId, id: comment.id as string };
}
const commentId = async (world: World) => (await newComment(world)).id;

const writerProfile = (world: World) => ({
  name: `笔名${world.unique()}`,
  bio: '',
  avatar: null,
  qualification: 'S0010',
  institution: '某某证券研究所',
});

async function ownCollect(world: World, isNews: boolean) {
  const person = await world.newMember();
  const id = isNews ? await news(world) : await article(world);
  const query = isNews ? { newsId: id } : { articleId: id };
  await world.call(`POST /member/${isNews ? 'addNewsCollect' : 'addArticleCollect'}`, person, { query });
  const { records } = await world.call(`GET /member/${isNews ? 'newsCollects' : 'articleCollects'}`, person);
  const { collect_id, collectId, id: listed } = records[0];
  return { as: person, query: { id: collect_id ?? collectId ?? listed } };
}

async function newAuthorId(world: World): Promise<string> {
  return (await newAuthor(world)).id;
}

const previewLinkOf = (id: string) => ({ id, label: '律师', days: '3', as: 'visitor', isFixed: false });

export const contentBaselines: Baselines = {
  'GET /reception/author': byQueryId(async (world) => {
    const name = `作者${world.unique()}`;
    await world.post({ author: name });
    const [one] = await world.callAdmin('GET post/authors', { query: { name } });
    return one.id;
  }),
  'POST /admin/author/create': (world) => ({ body: { ...author, name: `作者${world.unique()}` } }),
  'POST /admin/author/save': async (world) => ({
    body: { ...author, id: await newAuthorId(world), name: `作者${world.unique()}` },
  }),
  'POST /admin/author/merge': async (world) => ({
    body: { id: await newAuthorId(world), into: await newAuthorId(world) },
  }),
  'POST /admin/author/delete': byId(newAuthorId),
  'POST /admin/author/decideQualification': async (world) => {
    const person = await world.newMember();
    const { authorId } = await world.call('POST /internalReference/profile', person, {
      body: writerProfile(world),
    });
    return { body: { id: authorId, qualification: 'S0010', decision: 'verified' } };
  },
  'POST /admin/moderation/decide': async (world) => {
    const { id } = await submittedReference(world);
    return { as: 'reviewer', body: { id: await findWaitingItem(world, id), decision: 'approved', note: '' } };
  },
  'GET /news/reception/previousNews': byQueryId(news),
  'GET /news/reception/nextNews': byQueryId(news),
  'GET /news/reception/addViewTimes': byQueryId(news),
  'POST /news/reception/selectNews': byQueryId(news),
  'GET /reception/article/previousArticle': byQueryId(article),
  'GET /reception/article/nextArticle': byQueryId(article),
  'GET /reception/article/addViewTimes': byQueryId(article),
  'POST /reception/article/selectArticle': byQueryId(article),
  'GET /reception/reference/previousReference': byQueryId((world) => world.post({ columnId: '6' })),
  'GET /reception/reference/nextReference': byQueryId((world) => world.post({ columnId: '6' })),
  'GET /reception/reference/addViewTimes': byQueryId((world) => world.post({ columnId: '6' })),
  'POST /reception/selectReference': byQueryId((world) => world.post({ columnId: '6' })),
  'GET /admin/post/detail': byQueryId(async (world) => (await newDraft(world)).id),
  'POST /admin/post/create': () => ({ body: { columnId: '2' } }),
  'POST /admin/post/save': async (world) => {
    const { id, version, content } = await newDraft(world);
    return { body: { id, base: version, content } };
  },
  'POST /admin/post/publish': async (world) => {
    const { id, version } = await newDraft(world);
    return { body: { id, base: version } };
  },
  'POST /admin/post/setPublishedAt': async (world) => ({
    body: { id: (await publishedPost(world)).id, at: '2026-01-02T08:00:00+08:00' },
  }),
  'GET /admin/post/securities': byQueryId(async (world) => (await newDraft(world)).id),
  'GET /admin/post/unseen': byQueryId(async (world) => (await newDraft(world)).id),
  'POST /admin/post/check': byId(async (world) => (await newDraft(world)).id),
  'POST /admin/post/submit': async (world) => {
    const { id, version } = await newDraft(world);
    return { body: { id, base: version } };
  },
  'POST /admin/post/cancelReview': async (world) => ({
    as: 'editor',
    body: { id: await submittedPost(world) },
  }),
  'POST /admin/post/undelete': byId(async (world) => {
    const { id } = await newDraft(world);
    await world.call('POST /admin/post/delete', world.person('editor'), { body: { id } });
    return id;
  }),
  'GET /admin/post/reviewed': byQueryId(async (world) => findWaitingItem(world, await submittedPost(world))),
  'POST /admin/post/withdraw': byId(async (world) => (await publishedPost(world)).id),
  'POST /admin/post/delete': byId(async (world) => (await newDraft(world)).id),
  'POST /admin/post/changeMany': async (world) => ({
    body: { ids: [(await newDraft(world)).id], change: 'delete' },
  }),
  'POST /admin/post/editMany': async (world) => ({
    body: { ids: [(await newDraft(world)).id], columnId: '2', addTags: ['储能'], access: 'vip', price: 100 },
  }),
  'POST /admin/post/undoMany': async (world) => {
    const { id } = await newDraft(world);
    const [{ undo }] = await world.callAdmin('POST post/editMany', {
      body: { ids: [id], addTags: ['储能'] },
    });
    return { body: { change: 'edit', posts: [undo] } };
  },
  'POST /admin/post/restore': async (world) => {
    const { id, version } = await newDraft(world);
    const versions = await world.callAdmin('GET post/versions', { query: { id } });
    return { body: { id, base: version, number: (versions.records ?? versions)[0]?.number } };
  },
  'POST /admin/post/open': byId(async (world) => (await newDraft(world)).id),
  'POST /admin/post/close': byId(async (world) => (await newDraft(world)).id),
  'POST /admin/post/createPreviewLink': async (world) => ({
    body: previewLinkOf((await newDraft(world)).id),
  }),
  'GET /admin/post/previewLinks': byQueryId(async (world) => (await newDraft(world)).id),
  'POST /admin/post/revokePreviewLink': async (world) => {
    const { id } = await newDraft(world);
    const link = await world.callAdmin('POST post/createPreviewLink', { body: previewLinkOf(id) });
    return { body: { id, linkId: link.id } };
  },
  'POST /reception/openPreview': async (world) => {
    const body = previewLinkOf((await newDraft(world)).id);
    return { body: { token: (await world.callAdmin('POST post/createPreviewLink', { body })).token } };
  },
  'GET /admin/post/versions': byQueryId(async (world) => (await newDraft(world)).id),
  'GET /admin/post/version': async (world) => {
    const { id } = await newDraft(world);
    const versions = await world.callAdmin('GET post/versions', { query: { id } });
    return { query: { id, number: (versions.records ?? versions)[0]?.number } };
  },
  'GET /admin/post/preview': byQueryId(async (world) => (await newDraft(world)).id),
  'GET /admin/wechatDraft/overview': byQueryId((world) => world.post()),
  'GET /admin/wechatDraft/copy': byQueryId((world) => world.post()),
  'POST /admin/wechatDraft/create': async (world) => ({
    body: { postId: await world.post(), title: '标题', author: '作者', digest: '摘要', isRepeat: false },
  }),
  'GET /admin/post/talk': byQueryId(async (world) => (await publishedPost(world)).id),
  'POST /admin/post/closeComments': byId(async (world) => (await publishedPost(world)).id, {
    isClosed: true,
  }),
  'GET /admin/savedView/list': () => ({ query: { list: 'posts' } }),
  'POST /admin/savedView/save': (world) => ({
    body: { list: 'posts', name: `视图${world.unique()}`, filters: { state: 'draft' } },
  }),
  'POST /admin/savedView/delete': async (world) => {
    const editor = await world.newMember({ role: 'editor' });
    const { id } = await world.call('POST /admin/savedView/save', editor, {
      body: { list: 'posts', name: `视图${world.unique()}`, filters: { state: 'draft' } },
    });
    return { as: editor, body: { id } };
  },
  'POST /internalReference/add': async (world) => ({ as: await world.newMember(), body: {} }),
  'POST /internalReference/save': async (world) => {
    const { writer, id, version, content } = await newReference(world);
    return { as: writer, body: { id, base: version, content } };
  },
  'GET /internalReference/detail': queryOfReference(newReference),
  'GET /internalReference/check': queryOfReference(newReference),
  'POST /internalReference/submit': async (world) => {
    const { writer, id, version } = await newReference(world);
    return { as: writer, body: { id, base: version } };
  },
  'POST /internalReference/cancelReview': bodyOfReference(submittedReference),
  'POST /internalReference/withdraw': bodyOfReference(publishedReference),
  'POST /internalReference/delete': bodyOfReference(newReference),
  'GET /internalReference/preview': queryOfReference(newReference),
  'POST /internalReference/profile': async (world) => ({
    as: await world.newMember(),
    body: writerProfile(world),
  }),
  'POST /internalReference/upload': async () => ({
    file: { name: 'a.png', type: 'image/png', bytes: await picture() },
  }),
  'POST /internalReference/card': (world) => ({ body: { url: `${world.externalSite}/p.html` } }),
  'POST /internalReference/bring': (world) => ({ body: { url: `${world.externalSite}/p.png` } }),
  'GET /reception/reference/notes': byQueryId(async (world) => (await publishedReference(world)).id),
  'GET /admin/reference/reviewed': byQueryId(async (world) =>
    findWaitingItem(world, (await submittedReference(world)).id),
  ),
  'GET /admin/reference/evidence': byQueryId(async (world) => (await publishedReference(world)).id),
  'GET /reception/comment/list': async (world) => ({ query: { postId: (await newComment(world)).postId } }),
  'GET /reception/comment/replies': byQueryId(commentId),
  'GET /reception/comment/thread': byQueryId(commentId),
  'GET /member/mentionable': async (world) => ({ query: { postId: await world.post() } }),
  'POST /member/addComment': async (world) => ({
    body: { postId: await world.post(), body: `评论${world.unique()}` },
  }),
  'POST /member/deleteComment': async (world) => {
    const { person, id } = await newComment(world);
    return { as: person, body: { id } };
  },
  'POST /member/likeComment': byId(commentId),
  'POST /member/unlikeComment': byId(commentId),
  'POST /member/reportComment': byId(commentId, { reason: 'spam' }),
  'POST /admin/comment/show': async (world) => ({ body: { ids: [await commentId(world)] } }),
  'POST /admin/comment/hide': async (world) => ({ body: { ids: [await commentId(world)], reason: '违规' } }),
  'POST /admin/comment/delete': async (world) => ({
    body: { ids: [await commentId(world)], reason: '违规' },
  }),
  'POST /admin/comment/settle': async (world) => ({ body: { ids: [await commentId(world)] } }),
  'POST /admin/comment/mute': async (world) => ({
    body: { memberId: (await world.newMember()).memberId, hours: 1, reason: '刷屏' },
  }),
  'POST /admin/comment/unmute': async (world) => {
    const { memberId } = await world.newMember();
    await world.callAdmin('POST comment/mute', { body: { memberId, hours: 1, reason: '刷屏' } });
    return { body: { memberId } };
  },
  'POST /member/addArticleCollect': async (world) => ({ query: { articleId: await article(world) } }),
  'POST /member/addNewsCollect': async (world) => ({ query: { newsId: await news(world) } }),
  'POST /member/deleteArticleCollect': (world) => ownCollect(world, false),
  'POST /member/deleteNewsCollect': (world) => ownCollect(world, true),
  'POST /member/addFollow': async (world) => ({ query: { authorId: await newAuthorId(world) } }),
  'POST /member/deleteFollow': async (world) => {
    const authorId = await newAuthorId(world);
    const as = await world.newMember();
    await world.call('POST /member/addFollow', as, { query: { authorId } });
    return { as, query: { authorId } };
  },
  'POST /member/deleteHistory': async (world) => {
    const as = await world.newMember();
    const id = await article(world);
    const read = { member_id: as.memberId, post_id: id, read_at: new Date() };
    await world.ctx.db.insertInto('reading_history').values(read).execute();
    return { as, query: { id } };
  },
  'GET /member/accessMarks': async (world) => ({ query: { ids: [await article(world)] } }),
  'GET /member/readingPosition': async (world) => ({ query: { id: await article(world) } }),
  'POST /member/saveReadingPosition': async (world) => ({
    body: { id: await article(world), position: 1200 },
  }),
};
