import katex from 'katex';

/** A formula as MathML, which browsers draw by themselves; or what is wrong with it, in words. */
export type DrawnFormula = { mathml: string; fault?: never } | { mathml?: never; fault: string };

/** Characters; a formula that fills a page is no formula. */
export const longestFormula = 2_000;

// Commands of one's own can grow without end; links, pictures and attributes have no place in a formula.
const refused =
  /\\(?:def|gdef|edef|xdef|let|futurelet|global|long|(?:re)?newcommand|providecommand|href|url|includegraphics|html\w*)(?![a-z])/i;

/**
 * Draws LaTeX as MathML, without script, font or style of anybody's. Costs at most some milliseconds, whatever is
 * handed in, and never throws.
 */
export function drawFormula(tex: string, isBlock: boolean): DrawnFormula {
  if (tex.trim() === '') return { fault: '公式是空的' };
  if (tex.length > longestFormula) return { fault: `公式过长，最多 ${longestFormula} 个字符` };
  const command = refused.exec(tex)?.[0];
  if (command) return { fault: `公式里不能用 ${command}` };
  try {
    const drawn = katex.renderToString(tex, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
    return depthOf(drawn) > deepest
      ? { fault: '公式嵌套太深' }
      : { mathml: drawn.replace(wrapping, '').replace(source, '') };
  } catch (error) {
    return { fault: explain(error) };
  }
}

// A body's markup may nest 200 deep before it counts as an attack (features/posts/body/guard.ts).
const deepest = 80;

function depthOf(markup: string): number {
  let depth = 0;
  let most = 0;
  for (const [tag] of markup.matchAll(/<\/?\w[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : tag.endsWith('/>') ? 0 : 1;
    if (depth > most) most = depth;
  }
  return most;
}

const wrapping = /^<span class="katex">|<\/span>$/g;
// The text of a formula stands beside it already.
const source = /<annotation encoding="application\/x-tex">[^<]*<\/annotation>/;

function explain(error: unknown): string {
  const { rawMessage = '', position } = error as { rawMessage?: string; position?: number };
  const unknown = /Undefined control sequence: (\\\S+)/.exec(rawMessage)?.[1];
  if (unknown) return `公式里有不认识的命令 ${unknown}`;
  if (/end of input|Expected '\}'|got 'EOF'/.test(rawMessage)) return '公式没有写完，少了括号或参数';
  return position === undefined ? '公式读不懂' : `公式第 ${position + 1} 个字符附近读不懂`;
}
