import { expect, test } from 'vitest';
import { type StoryRecord, toStory } from './story.ts';

const record: StoryRecord = {
  id: '100049',
  title: '潮汐电价落地，谁在替电网蓄水',
  breaks: '潮汐\u200b电价\u200b落地，\n谁\u200b在\u200b替\u200b电网\u200b蓄水',
  summary: '赚钱的是离用户最近的那一座。',
  cover: '/files/tide.svg',
  columnId: '101',
  columnName: '产业深潜',
  authors: [{ id: '7', name: '长堤' }],
  access: 'vip',
  price: null,
  publishedAt: '2026-11-20T07:30:00+08:00',
  views: 12,
  comments: 0,
};

test('toStory carries address, author and time', () => {
  expect(toStory(record, '2026-11-21')).toMatchObject({
    href: '/101/detail?id=100049',
    column: { name: '产业深潜', href: '/101' },
    authors: [{ name: '长堤', href: '/author?id=7' }],
    time: { text: '昨天', dateTime: '2026-11-20T07:30:00+08:00' },
    cover: { src: '/files/tide.svg' },
  });
});

test('postPath puts a post of a built-in column in its section', () => {
  expect(toStory({ ...record, columnId: '1' }, '2026-11-21').href).toBe('/globalInfo/detail?id=100049');
});

test('toStory leaves out an absent cover, views, comments and date', () => {
  const story = toStory({ ...record, cover: null, views: 0, publishedAt: '' }, '2026-11-21');
  expect([story.cover, story.views, story.comments, story.time]).toEqual([null, undefined, undefined, null]);
});
