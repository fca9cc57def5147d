type Table = { [key: string]: unknown };

const blank = /[ \t\n]*(?:#[^\n]*(?:\n[ \t\n]*|$))*/y;
const tableName = /\[\[?([^\]\n]+)\]\]?[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
const keyPart = /[ \t]*([\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*/y;
const longText = /"""\n?([\s\S]*?)"""|'''\n?([\s\S]*?)'''/y;
const text = /"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y;
const bare = /(?:true|false|[+-]?\d[\w:.+-]*(?: \d[\w:.+-]*)?)/y;
const lineEnd = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
const maxDepth = 5;

/**
 * Reads the TOML of a file header: tables, text, numbers, dates, true, false and lists of them. Every value stays the
 * text that the file has, because a number would lose the zeros of a code.
 * @returns the fields, and the first line, counted from 1, that it could not read
 */
export function readToml(toml: string): { fields: Table; faultLine: number | null } {
  const root: Table = Object.create(null);
  let faultLine: number | null = null;
  let table = root;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(toml);
    if (match) at = pattern.lastIndex;
    return match;
  };

  const readKey = (): string[] | null => {
    const path: string[] = [];
    for (;;) {
      const part = take(keyPart)?.[1];
      if (part === undefined) return null;
      path.push(part.replace(/^["']|["']$/g, ''));
      if (toml[at] !== '.') return path;
      at++;
    }
  };

  const readValue = (depth = 0): unknown => {
    const long = take(longText);
    if (long) return long[1] === undefined ? long[2] : decodeEscapes(long[1]);
    const short = take(text);
    if (short) return short[1] === undefined ? short[2] : decodeEscapes(short[1]);
    if (toml[at] !== '[' || depth >= maxDepth) return take(bare)?.[0];
    at++;
    const list: unknown[] = [];
    for (;;) {
      take(blank);
      if (toml[at] === ']') break;
      const value = readValue(depth + 1);
      if (value === undefined) return undefined;
      list.push(value);
      take(blank);
      if (toml[at] === ',') at++;
      else if (toml[at] !== ']') return undefined;
    }
    at++;
    return list;
  };

  /** @returns whether a table or field was read up to the end of its line */
  const readStatement = (): boolean => {
    const named = take(tableName)?.[1];
    if (named !== undefined) {
      table = root;
      for (const part of named.split('.')) table = enter(table, part.trim().replace(/^["']|["']$/g, ''));
      return true;
    }
    const path = readKey();
    if (!path || toml[at] !== '=') return false;
    at++;
    while (toml[at] === ' ' || toml[at] === '\t') at++;
    const value = readValue();
    if (value === undefined || !take(lineEnd)) return false;
    const owner = path.slice(0, -1).reduce(enter, table);
    const key = path.at(-1) ?? '';
    if (key in owner) return false;
    owner[key] = value;
    return true;
  };

  for (;;) {
    take(blank);
    if (at >= toml.length) return { fields: root, faultLine };
    const start = at;
    if (readStatement()) continue;
    faultLine ??= toml.slice(0, start).split('\n').length;
    const end = toml.indexOf('\n', start);
    at = end < 0 ? toml.length : end + 1;
  }
}

function enter(table: Table, key: string): Table {
  const inner = table[key];
  if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) return inner as Table;
  const added: Table = Object.create(null);
  table[key] = added;
  return added;
}

function decodeEscapes(escaped: string): string {
  return escaped.replace(
    /\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(\s+)|(.))/gi,
    (whole, short, long, space, char) => {
      if (space !== undefined) return '';
      if (char !== undefined)
        return ({ n: '\n', t: '\t', r: '\n', b: '', f: '' } as Record<string, string>)[char] ?? char;
      const code = Number.parseInt(short ?? long, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
