export type NamedTest = { file: string; title: string };
export type SpecificationLine = { number: number; section: string; text: string; tests: NamedTest[] };

/** Reads the tests that a table cell names: `` `file` › title<br>`file` › title ``. */
export const readTests = (cell: string): NamedTest[] =>
  cell.split('<br>').flatMap((part) => {
    const [, file = '', title = ''] = /^\s*`(.+?)` › (.+?)\s*$/.exec(part) ?? [];
    return file ? [{ file, title: title.replaceAll('\\|', '|') }] : [];
  });

/** Reads the rows of docs/specification.md. */
export const readSpecification = (markdown: string): SpecificationLine[] =>
  markdown.split('\n').flatMap((line) => {
    const [, number, section = '', text = '', cell = ''] =
      /^\| +(\d+) +\| (§\d+) +\| (.+?) +\| (.+?) +\|$/.exec(line) ?? [];
    return number ? [{ number: Number(number), section, text, tests: readTests(cell) }] : [];
  });

/** Matches the full names of the tests that a title of the source stands for: `%s`, `$key` and `${name}` are values. */
export const patternOf = (title: string): string =>
  title
    .split(/%[sijdo]|\$\{[^}]*\}|\$\w+/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
