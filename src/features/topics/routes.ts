import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import {
  readAdminTopic,
  readAdminTopics,
  readTopic,
  readTopicPosts,
  readTopics,
  readTopicsOfPost,
} from './reads.ts';
import * as schema from './schema.ts';
import { arrangeTopic, createTopic, deleteTopic, saveTopic } from './service.ts';

const access = { permission: 'tags.manage' };

export const topicRoutes = [
  get('/reception/topics', {
    access: 'open',
    summary: 'Lists the topics with published posts, the last changed first.',
    data: schema.topics,
    run: (ctx) => readTopics(ctx),
  }),
  get('/reception/topic', {
    access: 'open',
    reads: 'replica',
    summary: 'Returns a topic by its slug.',
    query: schema.slugQuery,
    data: schema.topic,
    run: (ctx, { query }) => readTopic(ctx, query.slug),
  }),
  get('/reception/topicPosts', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the published posts of a topic in its order.',
    query: schema.topicPostsQuery,
    data: schema.topicPosts,
    run: (ctx, { query }) => readTopicPosts(ctx, query),
  }),
  get('/reception/topicsOfPost', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the topics that contain a post.',
    query: schema.postQuery,
    data: schema.topicLinks,
    run: (ctx, { query }) => readTopicsOfPost(ctx, query.id),
  }),
  get('/admin/topic/list', {
    access,
    summary: 'Lists all topics, the last changed first.',
    data: schema.adminTopics,
    run: (ctx) => readAdminTopics(ctx),
  }),
  get('/admin/topic/detail', {
    access,
    summary: 'Returns a topic with its posts in any state.',
    query: schema.detailQuery,
    data: schema.adminTopicDetail,
    run: (ctx, { query }) => readAdminTopic(ctx, query.id),
  }),
  post('/admin/topic/create', {
    access,
    summary: 'Adds a topic.',
    body: schema.createInput,
    data: schema.changed,
    run: (ctx, { body }) => createTopic(ctx, body),
  }),
  post('/admin/topic/save', {
    access,
    summary: 'Changes a topic; 409 if another person saved meanwhile.',
    body: schema.saveInput,
    data: schema.changed,
    run: (ctx, { body }) => saveTopic(ctx, body),
  }),
  post('/admin/topic/arrange', {
    access,
    summary: 'Sets the posts of a topic and their order; 409 if another person saved meanwhile.',
    body: schema.arrangeInput,
    data: schema.changed,
    run: (ctx, { body }) => arrangeTopic(ctx, body),
  }),
  post('/admin/topic/delete', {
    access,
    summary: 'Deletes a topic; its posts stay.',
    body: schema.deleteInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteTopic(ctx, body.id),
  }),
];
