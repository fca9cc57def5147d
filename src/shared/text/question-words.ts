/**
 * Interrogative words and final particles. The answer to a question does not contain them, so they are neither searched
 * nor marked.
 */
const questionWords = new Set(
  [
    [
      '什么',
      '什么样',
      '什么时候',
      '什么时间',
      '什么地方',
      '啥',
      '为什么',
      '为啥',
      '为何',
      '是什么',
      '有什么',
    ],
    [
      '怎么',
      '怎么样',
      '怎么办',
      '怎么回事',
      '怎样',
      '如何',
      '有何',
      '能否',
      '何时',
      '何地',
      '何处',
      '何种',
      '何人',
      '何年',
    ],
    ['哪', '哪些', '哪个', '哪里', '哪儿', '哪家', '哪种', '哪位', '哪年', '哪天', '哪一', '哪几'],
    ['谁', '是谁', '几', '几个', '几时', '多少', '多久', '多长时间', '多长', '多大', '多高', '多远'],
    ['吗', '呢', '么', '嘛', '是否', '是不是', '有没有', '请问'],
  ].flat(),
);

/** 哪家, 几位, 哪两个, 第几届, 多少岁. */
const askedCount =
  /^(?:哪|第?几|多少)[一两几]?(?:[个位名家种类项款样件条本篇部首支只座所场届次层年月天日岁国省州股台艘辆人代任期回处号页章集段句张份级倍度钱米元里块间]|方面)$/;
/** After these the counter may be a word of its own: 多少个, 哪两个. */
const beforeCount = new Set(['哪', '几', '第几', '多少']);

/**
 * Replaces question words, with the counter that belongs to them, by line breaks, across which no words are neighbours.
 * Whole words only, so that 哪吒 and 吗啡 stay.
 * @returns the text unchanged if it consists of nothing else
 */
export function withoutQuestionWords(words: readonly string[]): string {
  const isAsked = (word: string, before = '') =>
    questionWords.has(word) || askedCount.test(beforeCount.has(before) ? `哪${word}` : word);
  const kept = words.map((word, at) => (isAsked(word, words[at - 1]) ? '\n' : word)).join('');
  return /[\p{L}\p{N}]/u.test(kept) ? kept : words.join('');
}
