import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { removeStored } from '#client/storage.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer } from '#testing/browser/api.ts';
import { openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';

/* Headless Chromium has no voices and cannot speak, so these tests replace the browser's speech synthesis: it records
   what it is asked to say, and a test ends each utterance. What a real voice does with it is not tested. */

type Said = { text: string; rate: number; voice: string; end: () => void; fail: () => void };
let said: Said[];
let cancelled: number;

const voice = (name: string, lang: string, localService = true): SpeechSynthesisVoice => ({
  ...{ name, lang, localService, voiceURI: name, default: false },
});

function installVoices(voices: SpeechSynthesisVoice[]): void {
  class Utterance {
    text: string;
    rate = 1;
    lang = '';
    voice: SpeechSynthesisVoice | null = null;
    onend: (() => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(text: string) {
      this.text = text;
    }
  }
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: (utterance: Utterance) =>
      said.push({
        text: utterance.text,
        rate: utterance.rate,
        voice: utterance.voice?.name ?? '',
        end: () => utterance.onend?.(),
        fail: () => utterance.onerror?.(),
      }),
    cancel: () => {
      cancelled += 1;
    },
  });
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
}

const mark = `<span aria-hidden="true">${'\u200c\u200d'.repeat(20)}</span>`;
const body = [
  `<p>第一句${mark}话。第二句话。<sup class="fn"><a href="#fn-1">1</a></sup></p>`,
  '<figure><img src="data:," alt="走势图"><figcaption>图注不读。</figcaption></figure>',
  '<h2 id="h">小标题</h2><ul><li><a class="stock" href="/stock?code=307446">北墟铜业<span>307446</span></a>一条。</li></ul><pre>code()</pre>',
  '<section class="notes"><ol><li>脚注不读。</li></ol></section>',
].join('');

const post: PostDetail = {
  ...postRecord('7', '听得见的标题'),
  ...{ access: 'public', price: null, vipPrice: null, state: 'published', locked: false, reader: null },
  updatedAt: '2026-11-20T09:00:00+08:00',
  ...{ body, headings: [], attachments: [], lockReason: null, lockedWordCount: 0, offers: [] },
  ...{ collectId: null, collects: 0, coAuthors: [] },
  author: {
    ...{ id: '1', name: '沈观潮', title: '', bio: '', avatar: null, posts: 3, followers: 5, followed: false },
  },
};

beforeEach(() => {
  said = [];
  cancelled = 0;
  removeStored('listening');
  answer('POST /reception/article/selectArticle', post);
  answer('POST /news/reception/selectNews', post);
  answer('POST /reception/selectReference', post);
  answer('GET /reception/article/addViewTimes', { views: 1 });
  answer('GET /reception/article/getResearchArticleList', pageOf([]));
  answer('GET /reception/comment/list', {
    ...{ records: [], cursor: null, total: 0, own: [] },
    standing: { mayWrite: false, reason: null, message: '', isReviewed: false },
  });
});
afterEach(() => vi.unstubAllGlobals());

const player = () => page.getByRole('region', { name: '朗读' });
const open = () => openSite('/mobileDetail?id=7');
const listen = () => page.getByRole('button', { name: '朗读' }).click();
const lastSaid = () => said.at(-1);

test('reads title and text sentence by sentence, without captions, footnotes, code and marks', {
  tags: ['strict'],
}, async () => {
  installVoices([voice('Tingting', 'zh-CN')]);
  await open();
  await listen();
  await expect.element(player()).toMatchTextContent('第 1 / 4 段');
  await expectWellMade();
  for (let count = 0; count < 5; count += 1) {
    await expect.poll(() => said.length).toBe(count + 1);
    if (count === 1) {
      await expect.element(player()).toMatchTextContent('第 2 / 4 段');
      // The paragraph is marked in an effect, which may run after the number is shown.
      await expect.poll(() => document.querySelector('[data-listening]')?.textContent).toContain('第二句话');
    }
    lastSaid()?.end();
  }
  expect(said.map(({ text }) => text)).toEqual([
    '听得见的标题',
    '第一句话。',
    '第二句话。',
    '小标题',
    '北墟铜业一条。',
  ]);
  const play = page.getByRole('button', { name: '播放' });
  await expect.element(play).toBeVisible();

  await play.click();
  await expect.poll(() => said.length).toBe(6);
  lastSaid()?.fail();
  await expect.element(player().getByRole('alert')).toMatchTextContent('语音中断了');
  await play.click();
  expect(said).toHaveLength(7);
  await expect.element(player().getByRole('alert')).not.toBeInTheDocument();
  const before = cancelled;
  await page.getByRole('button', { name: '停止' }).click();
  expect(cancelled).toBeGreaterThan(before);
  await expect.element(player()).not.toBeInTheDocument();
  expect(document.querySelector('[data-listening]')).toBeNull();
});

test('pauses, continues with the same sentence, goes to another paragraph, and changes pace and voice', async () => {
  installVoices([
    voice('English', 'en-US'),
    voice('Online', 'zh-CN', false),
    voice('Sin-ji', 'zh-HK'),
    voice('Tingting', 'zh-CN'),
  ]);
  await open();
  await listen();
  await expect.poll(() => lastSaid()?.voice).toBe('Tingting');
  const names = [...document.querySelectorAll('select[aria-label="声音"] option')].map(
    (one) => one.textContent,
  );
  expect(names).toEqual(['Tingting', 'Sin-ji', 'Online']);
  const before = lastSaid();
  await page.getByRole('button', { name: '暂停' }).click();
  before?.end();
  await expect.element(page.getByRole('button', { name: '播放' })).toBeVisible();
  expect(said).toHaveLength(1);
  await page.getByRole('button', { name: '播放' }).click();
  expect(lastSaid()?.text).toBe('听得见的标题');
  await page.getByRole('button', { name: '下一段' }).click();
  expect(lastSaid()?.text).toBe('第一句话。');
  await page.getByRole('combobox', { name: '语速' }).selectOptions('1.5');
  expect(lastSaid()).toMatchObject({ text: '第一句话。', rate: 1.5 });
  await page.getByRole('combobox', { name: '声音' }).selectOptions('Sin-ji');
  expect(lastSaid()).toMatchObject({ voice: 'Sin-ji', rate: 1.5 });
  await userEvent.keyboard('{Escape}');
  await expect.element(player()).not.toBeInTheDocument();
  await listen();
  await expect.poll(() => lastSaid()).toMatchObject({ voice: 'Sin-ji', rate: 1.5, text: '听得见的标题' });
});

test('explains that the device has no Chinese voice, on a page that offers the share dialog too', async () => {
  installVoices([voice('English', 'en-US')]);
  await open();
  await listen();
  await expect.element(player().getByRole('status')).toMatchTextContent('没有中文语音');
  expect(said).toEqual([]);
  await page.getByRole('button', { name: '分享' }).click();
  await expect.element(page.getByRole('dialog', { name: '分享' })).toMatchTextContent('/mobileDetail?id=7');
});
