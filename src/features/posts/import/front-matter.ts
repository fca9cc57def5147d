import { parseDocument, type YAMLError } from 'yaml';
import { type GivenWord, isPublicityKey } from './publicity.ts';
import { readToml } from './read-toml.ts';

type FrontMatter = {
  /** The fields as the header spells them; each scalar is a string. */
  entries: GivenWord[];
  /** The text below the header. */
  body: string;
  /** Why the header cannot be relied on, in Chinese; the post becomes a draft. */
  faults: string[];
};

/** A header that was found, with its text between the fences. */
type Header = {
  format: 'yaml' | 'toml' | 'json' | 'lines' | 'unknown';
  content: string;
  rest: string;
  /** Lines of the text before `content`. */
  linesBefore: number;
  fault?: string;
};

/**
 * Separates the header of a Markdown file from its body: YAML between `---`, TOML between `+++`, JSON between `;;;` or in
 * braces, each also between `---` with its name. A header without an opening fence or in a comment is recognised by its keys;
 * it is no reliable sign of what its author wanted, so it has a fault. No header is left in the body.
 * @returns a Chinese message for a header that cannot be read
 */
export function readFrontMatter(text: string): FrontMatter | string {
  const first = findHeader(text);
  if (first === null) return { entries: [], body: text, faults: [] };
  if (typeof first === 'string') return first;
  const read = readHeader(first);
  if (typeof read === 'string') return read;
  const second = findHeader(first.rest, { isFenced: true });
  if (typeof second === 'string') return second;
  const body = second?.rest ?? first.rest;
  const faults = [first.fault, read.fault, second && '有两个文件头'].filter(
    (fault) => typeof fault === 'string',
  );
  return { entries: read.entries, body, faults };
}

const fence = /^(-{3,}|\+{3,}|;{3,})[ \t]*([a-z]*)[ \t]*\n/i;
const closings: Record<string, RegExp> = {
  '-': /^(?:-{3,}|\.\.\.)[ \t]*$/m,
  '+': /^\+{3,}[ \t]*$/m,
  ';': /^;{3,}[ \t]*$/m,
};
const formats = new Map<string, Header['format']>([
  ['-', 'yaml'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['+', 'toml'],
  ['toml', 'toml'],
  [';', 'json'],
  ['json', 'json'],
]);

/** Finds the header at the start of a text; `isFenced` wants one that has known keys between fences. */
function findHeader(whole: string, { isFenced = false } = {}): Header | string | null {
  // Invisible characters before a header would make it text.
  const text = whole.replace(/^[\s\u200b-\u200d\u2060]+/, '');
  const linesBefore = countLines(whole.slice(0, whole.length - text.length));
  const fenced = fence.exec(text);
  if (fenced) return findFenced(text, fenced, linesBefore, isFenced);
  if (isFenced) return null;
  return findBraces(text, linesBefore) ?? findComment(text, linesBefore) ?? findOpen(text, linesBefore);
}

const countLines = (text: string): number => text.split('\n').length - 1;

function findFenced(
  text: string,
  [opening, marks = '', language = '']: RegExpExecArray,
  linesBefore: number,
  isCertain: boolean,
): Header | string | null {
  const mark = marks.charAt(0);
  const inner = text.slice(opening.length);
  const closing = closings[mark]?.exec(inner);
  if (!closing)
    return hasKnownKeys(inner.slice(0, 5_000)) ||
      (mark === '-' && /^[\w\u4e00-\u9fff]+:/m.test(inner.slice(0, 400)))
      ? `文件头（front matter）没有以 ${marks} 结束`
      : null;
  const content = inner.slice(0, closing.index);
  // A longer line of dashes may be a rule between paragraphs.
  if ((isCertain || marks.length > 3) && !hasKnownKeys(content)) return null;
  const format = formats.get(language === '' ? mark : language.toLowerCase()) ?? 'unknown';
  const fault = format === 'unknown' ? { fault: `文件头的格式“${language.slice(0, 20)}”不能读` } : {};
  const rest = inner.slice(closing.index + closing[0].length);
  return { format, content, rest, linesBefore: linesBefore + 1, ...fault };
}

function findBraces(text: string, linesBefore: number): Header | string | null {
  if (!/^\{\s*(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)\s*:/.test(text)) return null;
  const end = endOfObject(text);
  if (end < 0) return '文件头（JSON）没有以 } 结束';
  return { format: 'json', content: text.slice(0, end), rest: text.slice(end), linesBefore };
}

// The text pattern also matches an open text up to the end, so that no quotation mark is tried twice.
function endOfObject(text: string): number {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}]/g)) {
    if (token === '{') depth++;
    else if (token === '}' && --depth === 0) return index + 1;
  }
  return -1;
}

function findComment(text: string, linesBefore: number): Header | null {
  if (!text.startsWith('<!--')) return null;
  const end = text.indexOf('-->');
  const content = text.slice(4, end);
  if (end < 0 || !hasKnownKeys(content)) return null;
  return { format: 'lines', content, rest: text.slice(end + 3), linesBefore, fault: '文件头写在注释里' };
}

const endFence = /^[^\p{L}\p{N}\s]{3,20}[ \t]*$/u;
const maxHeaderLines = 200;

/**
 * Finds a header without an opening fence, also below a heading or a line of other marks; a blank line ends it unless it
 * has a closing fence.
 */
function findOpen(text: string, linesBefore: number): Header | null {
  const [skipped = '', heading = ''] =
    /^(#{1,6}[ \t][^\n]*\n\s*)?(?:[^\p{L}\p{N}\n]{1,20}[a-z]{0,10}[ \t]*\n)?/iu.exec(text) ?? [];
  const inner = text.slice(skipped.length);
  const lines = inner.split('\n', maxHeaderLines);
  const isPart = (line: string) => keyOf(line) !== null || /^(?:[ \t]+\S|- )/.test(line);
  const fenceAt = lines.findIndex((line) => endFence.test(line));
  const isClosed = fenceAt > 0 && lines.slice(0, fenceAt).every((line) => line.trim() === '' || isPart(line));
  const firstOther = lines.findIndex((line) => !isPart(line));
  const length = isClosed ? fenceAt : firstOther < 0 ? lines.length : firstOther;
  const content = lines.slice(0, length).join('\n');
  if (!hasKnownKeys(content)) return null;
  const used = content.length + (isClosed ? `\n${lines[fenceAt]}`.length : 0);
  return {
    format: 'lines',
    content,
    rest: heading + inner.slice(used),
    linesBefore,
    fault: '文件头没有以 --- 开始',
  };
}

const headerKeys = new Set(
  'title subtitle date updated modified author authors tags tag keywords category categories slug layout summary excerpt description permalink'.split(
    ' ',
  ),
);

const keyPattern = /^[\s>*_`.:#+-]*["']?([\p{L}\p{N}_][\p{L}\p{N}_ .?-]{0,40})["']?[\s*_`]*[:：=]/u;

/** Returns the key of a line such as `Status: draft`, `.. status: draft` or `**状态**：草稿`. */
const keyOf = (line: string): string | null => keyPattern.exec(line.slice(0, 200))?.[1]?.trim() ?? null;

function hasKnownKeys(content: string): boolean {
  return content.split('\n', maxHeaderLines).some((line) => {
    const key = keyOf(line);
    return key !== null && (headerKeys.has(key.toLowerCase()) || isPublicityKey(key));
  });
}

type Read = { entries: GivenWord[]; fault?: string };

function readHeader({ format, content, linesBefore }: Header): Read | string {
  if (format === 'unknown') return { entries: [] };
  if (format === 'lines') return { entries: readLines(content) };
  if (format === 'yaml') return readYaml(content, linesBefore);
  if (format === 'json') {
    const json = content.trim();
    return readYaml(json.startsWith('{') ? json : `{${json}}`, linesBefore);
  }
  const { fields, faultLine } = readToml(content);
  const fault = faultLine === null ? {} : { fault: `文件头（TOML）第 ${linesBefore + faultLine} 行没有读懂` };
  return { entries: Object.entries(fields), ...fault };
}

// Reads every scalar as a string: YAML's own types would turn the code 000002 into the number 2.
function readYaml(yaml: string, linesBefore: number): Read | string {
  const document = parseDocument(yaml, { schema: 'failsafe', logLevel: 'silent' });
  const error = document.errors[0];
  if (error)
    return `文件头（front matter）有误：第 ${(error.linePos?.[0].line ?? 1) + linesBefore} 行${causeOf(error)}`;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 50 });
  } catch {
    return '文件头（front matter）引用过多';
  }
  if (value === null || value === undefined || value === '') return { entries: [] };
  if (typeof value !== 'object' || Array.isArray(value)) return '文件头（front matter）应是“字段: 值”';
  const entries = Object.entries(value);
  const odd = entries.find(([key, given]) => !isFieldName(key, given));
  return {
    entries,
    ...(odd && { fault: `文件头里的“${odd[0].slice(0, 30).replace(/\s+/g, ' ')}”没有读懂` }),
  };
}

/** Whether a key is the name of a field, and not a line such as `draft=true` that YAML takes for a key without a value. */
const isFieldName = (key: string, value: unknown): boolean =>
  /^[\p{L}\p{N}_$@][\p{L}\p{N}_$@ .:/?()-]*$/u.test(key) &&
  !(key.includes(':') && (value === '' || value === null));

const causes: Partial<Record<YAMLError['code'], string>> = {
  DUPLICATE_KEY: '的字段写了两次，请只留一个',
  TAB_AS_INDENT: '用制表符缩进，请改用空格',
  MISSING_CHAR: '的引号或括号没有闭合',
  BAD_INDENT: '的缩进不对，或它上面的引号、括号没有闭合',
};

const causeOf = ({ code }: YAMLError): string =>
  causes[code] ?? '的值里有冒号、括号、@ 这样的符号，请给整个值加上引号';

/** Reads `key: value` lines; a line without a key continues the value above as a list. */
function readLines(content: string): GivenWord[] {
  const entries: [string, string | string[]][] = [];
  for (const line of content.split('\n', maxHeaderLines)) {
    const key = keyOf(line);
    if (key !== null) {
      const value = line.slice(keyPattern.exec(line.slice(0, 200))?.[0].length ?? 0);
      entries.push([key, bareValue(value)]);
    } else if (line.trim() !== '' && !endFence.test(line)) {
      const last = entries.at(-1);
      if (last) last[1] = [last[1], bareValue(line)].flat().filter((part) => part !== '');
    }
  }
  return entries;
}

const bareValue = (value: string): string =>
  value
    .trim()
    .replace(/^[*_`-]*\s*/, '')
    .replace(/^(["'])(.*)\1,?$/, '$2')
    .replace(/^\[(.*)\]$/, '$1');
