type Cell = { tag: string; attributes: string; html: string };

const rowPattern = /<tr\b[^>]*>.*?<\/tr>/gs;
const cellPattern = /<(t[dh])\b([^>]*)>(.*?)<\/\1>/gs;

const sign = String.raw`[+\-−–±~～≈＋－]?`;
const currency = String.raw`(?:[¥￥$€£]|US\$|HK\$)?`;
const digits = String.raw`\d[\d,，]*(?:\.\d+)?`;
const unit =
  '(?:[%％‰‱]|个?百分点|个?基点|bps?|[百千]?[万亿]{0,2}(?:元|美元|港元|吨|股|手|户|家|人|倍|次|天|年|个|张|份|米|公里|千瓦时|千瓦)?|[kMGT]?Wh?|x)?';
const numberPattern = new RegExp(`^${sign}${currency}${sign}${digits} ?${unit}$`, 'i');
const nothingPattern = /^(?:[-–—―]{1,2}|\/|n\/?a|无|不详)?$/i;
// Names of lines, not amounts: a year, and the code of a security.
const namePattern = /^(?:(?:19|20)\d{2}年?|\d{6})$/;

/**
 * Marks the cells of tables that hold only a number, a percentage or an amount with the class `num`, which aligns them
 * at the right; in a table without merged cells also all other cells of columns that hold mostly amounts. `html` is a body as
 * the server stores it, so this works for bodies prepared earlier as well.
 */
export function alignNumbers(html: string): string {
  if (!html.includes('<table')) return html;
  return html.replace(/<table\b.*?<\/table>/gs, alignTable);
}

function alignTable(table: string): string {
  const rows = [...table.matchAll(rowPattern)].map(([row]) => cellsOf(row));
  const hasMerged = rows.some((cells) => cells.some(({ attributes }) => /span=/.test(attributes)));
  const numeric = hasMerged ? new Set<number>() : findNumericColumns(rows);
  return table.replace(rowPattern, (row) => {
    let column = -1;
    return row.replace(cellPattern, (cell, tag: string, attributes: string, content: string) => {
      column += 1;
      const isNumber = numeric.has(column) || (tag === 'td' && isAmount(textOf(content)));
      if (!isNumber || /\bclass=/.test(attributes)) return cell;
      return `<${tag} class="num"${attributes}>${content}</${tag}>`;
    });
  });
}

const cellsOf = (row: string): Cell[] =>
  [...row.matchAll(cellPattern)].map(([, tag = '', attributes = '', html = '']) => ({
    tag,
    attributes,
    html,
  }));

/** Returns the columns of which at least two thirds of the `td`s that are not empty are amounts. */
function findNumericColumns(rows: Cell[][]): Set<number> {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  return new Set(
    columns.filter((column) => {
      const texts = rows.flatMap((cells) => {
        const cell = cells[column];
        return cell?.tag === 'td' ? [textOf(cell.html)] : [];
      });
      const filled = texts.filter((text) => !nothingPattern.test(text));
      return filled.length > 0 && filled.filter(isAmount).length >= (filled.length * 2) / 3;
    }),
  );
}

const isAmount = (text: string): boolean => numberPattern.test(text) && !namePattern.test(text);

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll(/&nbsp;|\u00a0|\s+/g, ' ')
    .trim();
