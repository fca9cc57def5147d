import sharp from 'sharp';
import type { ShareInput } from '../../src/features/shares/draw-share.ts';
import { drawSharePicture } from '../../src/features/shares/share-pictures.ts';
import type { StandaloneMeasure } from '../measure.ts';
import { atMost, infoLine } from '../report.ts';

const size = { width: 1080, height: 1440 };

const input: ShareInput = {
  form: 'poster',
  brand: { name: '观澜', motto: '看浪，也看水从哪里来。', fill: '#c2371c', seal: '', logoRatio: null },
  breaks: '铜\u200b价\u200b高位，\n矿山\u200b不急：\n三家\u200b公司\u200b的\u200b脚注',
  column: '宏观手记',
  authors: '沈观潮',
  date: '2026 年 11 月 20 日',
  isFlash: false,
  summary: '铜价站在高位，矿山却并不急着增产。读三家公司的脚注，答案在资本开支里。'.repeat(3),
  access: '',
  hasCover: false,
  quote: '',
  address: 'https://news.example.cn/101/detail?id=100001',
};

/** A poster, drawn with loaded fonts, against sharp alone: a picture of the same size, decoded and encoded as PNG. */
export const posters: StandaloneMeasure = async ({ rounds }) => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const photo = await sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
  const draw = () => drawSharePicture(input, { cover: null, logo: null });
  const before = process.memoryUsage.rss();
  const first = await time(draw);
  const times: { drawn: number; encoded: number }[] = [];
  for (let round = 0; round < 4 * rounds; round++)
    times.push({ drawn: await time(draw), encoded: await time(() => sharp(photo).png().toBuffer()) });
  const held = (process.memoryUsage.rss() - before) / 1_048_576;
  const [drawn, encoded] = [median(times.map((one) => one.drawn)), median(times.map((one) => one.encoded))];
  return [
    atMost(
      'poster : sharp alone',
      drawn / encoded,
      3,
      '×',
      `${drawn.toFixed(0)} ms; first ${first.toFixed(0)} ms`,
    ),
    infoLine('memory of the thread and sharp after posters', `${held.toFixed(0)} MiB`),
  ];
};

async function time(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
