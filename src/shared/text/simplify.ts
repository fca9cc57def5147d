import type { ConverterFunction, DictGroup } from 'opencc-js/core';
import { ConverterFactory, Locale } from 'opencc-js/t2cn';

// Created at the first use: the dictionaries take about 30 ms and 10 MB.
let convert: ConverterFunction | undefined;

/**
 * Returns the text in simplified characters, by OpenCC's phrases and characters, so that 儲能 and 储能 compare equal. It
 * has as many UTF-16 units as the text, so positions stay valid. Not for display. For the server only.
 */
export function simplify(text: string): string {
  convert ??= createConverter();
  return convert(text);
}

function createConverter(): ConverterFunction {
  const groups: readonly DictGroup[] = Locale.to.cn;
  return ConverterFactory(...groups.map((group) => group.map(keepLengths)));
}

/** Drops the 220 rare entries whose sides differ in length (二噁英 → 二𫫇英). A dictionary is `from to|from to…`. */
const keepLengths = (dictionary: unknown): string =>
  String(dictionary)
    .split('|')
    .filter((entry) => entry.indexOf(' ') * 2 + 1 === entry.length)
    .join('|');
