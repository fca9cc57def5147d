import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlight } from './highlight.ts';
import { lettersAndDigits } from './letters-and-digits.ts';
import { createSegmenter } from './segment.ts';

const segmenter = createSegmenter(['宁德时代', '万科A', 'TCL科技', '2345网络', '58同城', '沪深300']);

function finds(query: string, text: string): boolean {
  const tokens = new Set(segmenter.indexTokens(text));
  return segmenter
    .queryWordings(query)
    .some(({ required }) => required.length > 0 && required.every((token) => tokens.has(token)));
}

/** Returns what is marked in a text that was found, by letters and digits alone. */
const marked = (query: string, text: string) =>
  highlight(
    text,
    segmenter.queryWordings(query).flatMap(({ highlightWords }) => highlightWords),
  )
    .filter(({ hit }) => hit)
    .map((part) => lettersAndDigits(part.text))
    .join('');

/** A text and queries that mean a part of it, separated by `|`. */
const found: [text: string, queries: string][] = [
  ['上证50ETF期权放量', '上证50|上证 50|50ETF|ETF|etf期权|上证50etf|上证 50 ETF'],
  ['中证1000指数增强', '中证1000|中证 1000|1000指数|中证1000 增强'],
  ['MSCI2023年调整名单', 'MSCI|msci 2023|MSCI2023|2023年|msci2023年'],
  ['英伟达H200SXM出货', 'H200|h 200|h-200|H200SXM|sxm'],
  ['Claude3Opus与Gemini 1.5 Pro对比', 'claude|Claude 3|claude-3|claude3opus|gemini1.5|Gemini-1.5 pro|1.5'],
  ['并网250MW光伏，二期100 MW', '250MW|250 MW|250mw光伏|100MW|100 mw|MW'],
  ['小米SU7Ultra上市', 'SU7|su 7|SU-7|su7 ultra|小米su7'],
  ['SARS-CoV-2变异株', 'sars cov 2|SARSCoV2|sars-cov-2|cov2'],
  ['Wi-Fi 7路由器', 'wifi|wifi7|WiFi 7|wi-fi7|wi fi'],
  ['5G-A基站与6G试验', '5G|5ga|5G-A|6g试验'],
  ['PM2.5浓度下降', 'pm2.5|PM 2.5|pm-2.5|pm'],
  ['标普S&P 500收涨', 'S&P500|sp500|s&p 500|SP 500'],
  ['A 股与Ｈ股溢价', 'A股|h股|a股溢价'],
  ['持公司股份1,436.40万股', '1436.40|1,436.40万股|1436.40万'],
  ['增持 3%，股价涨 12.5%', '12.5%|3%|涨12.5'],
  ['6月CPI同比0.2%', '6月|cpi|6月CPI|CPI 0.2'],
  ['第3季度Q3营收', '第3季度|Q3|q 3'],
  ['万科Ａ与TCL科技、2345网络', '万科A|万科a|tcl科技|TCL 科技|2345网络|2345 网络'],
  ['代码300750.SZ，即SZ300750', '300750|300750.SZ|SZ300750|sz 300750'],
  ['北交所BSE50成份股', 'bse50|BSE 50|bse-50'],
  ['C929宽体客机与ARJ21', 'c929|C 929|arj-21|ARJ21'],
  ['iPhone17Air首销', 'iphone|iphone 17|iPhone 17 Air|iphone17air|17air'],
  ['Open AI 发布新模型', 'openai|open ai|OpenAI'],
  ['OpenAI发布新模型', 'open ai|open-ai|openai'],
];
const pairs = found.flatMap(([text, queries]) => queries.split('|').map((query) => [query, text] as const));

/** Queries and texts that do not have what they mean. */
const missed: [query: string, text: string][] = [
  ['300750', '编号3007500'],
  ['300750', '编号1300750'],
  ['300750', '300 750'],
  ['2024', '编号20240'],
  ['2024', '编号120243'],
  ['20240', '2024 0点'],
  ['20240501', '2024-05-01'],
  ['600', '600519贵州茅台'],
  ['519', '600519'],
  ['1000', '中证10000'],
  ['436', '1,436.40万股'],
  ['1', '1,436.40万股'],
  ['9', '占比9.45%'],
  ['45', '占比9.45%'],
  ['2.5', 'PM12.5'],
  ['100200', '第100，200条'],
  ['GB200', 'GB300与200台'],
  ['A50', 'A股50家公司'],
  ['SU7', 'SU8，7月'],
  ['gpt5', 'gpt4与5家'],
  ['Q3', 'Q2营收3亿'],
  ['ai', 'said的尾声'],
  ['ETF', 'ETFS基金'],
  ['100MW', '100家，MW级'],
  ['5月', '15月历'],
];

describe('letters, digits and Hanzi side by side', () => {
  test.each(pairs)('%s finds %s and is marked there', (query, text) => {
    expect(finds(query, text)).toBe(true);
    expect(marked(query, text)).not.toBe('');
  });

  test('a code or number is found whole', () => {
    expect(missed.filter(([query, text]) => finds(query, text))).toEqual([]);
  });

  test('the table is not small', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(60);
  });

  const scripts = {
    han: fc.constantFrom('沪深', '宁德时代', '光伏', '网络'),
    // Not `x`: X光 is a word of the dictionary, so that X光伏 is read as X光 and 伏.
    letters: fc.constantFrom('etf', 'gb', 'chatgpt', 'mw', 'q'),
    digits: fc.constantFrom('300', '5', '17', '2.5', '2024'),
  };
  /** Neighbours of different scripts. */
  const words = fc
    .array(fc.constantFrom('han', 'letters', 'digits'), { minLength: 2, maxLength: 5 })
    .map((kinds) => kinds.filter((kind, at) => kind !== kinds[at - 1]))
    .chain((kinds) => fc.tuple(...kinds.map((kind) => scripts[kind as keyof typeof scripts])));
  const between = fc.array(fc.constantFrom('', ' ', '-', '·', '_', ' - '), { minLength: 5, maxLength: 5 });
  const join = (parts: readonly string[], links: readonly string[]) =>
    parts.map((part, at) => part + (at < parts.length - 1 ? links[at] : '')).join('');

  test('a sign or a space between makes no difference, in a text or a query', () => {
    fc.assert(
      fc.property(words, between, between, (parts, one, other) => {
        const text = `早报：${join(parts, one)}。`;
        expect(finds(join(parts, other), text)).toBe(true);
        expect(lettersAndDigits(parts.join(''))).toBe(marked(join(parts, other), text));
      }),
    );
  });

  test('a number finds no other number', () => {
    const number = fc.integer({ min: 1, max: 9_999_999 }).map(String);
    fc.assert(
      fc.property(number, number, fc.constantFrom('', 'x', '第', ' '), (asked, other, before) => {
        fc.pre(asked !== other);
        expect(finds(asked, `${before}${other}${before}`)).toBe(false);
        expect(marked(asked, `${before}${other}`)).toBe('');
      }),
    );
  });
});
