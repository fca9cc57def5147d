import katex from 'katex';

/** A formula as MathML, which browsers render natively, or a Chinese description of its error. */
export type RenderedFormula = { mathml: string; fault?: never } | { mathml?: never; fault: string };

/** In characters. */
export const maxFormulaLength = 2_000;

// Macros could expand without end; links, images and attributes do not belong into a formula.
const forbiddenCommands =
  /\\(?:def|gdef|edef|xdef|let|futurelet|global|long|(?:re)?newcommand|providecommand|href|url|includegraphics|html\w*)(?![a-z])/i;

/**
 * Renders LaTeX as MathML, without scripts, fonts or styles from other sources. Takes at most a few milliseconds for
 * any input, and never throws.
 */
export function renderFormula(tex: string, isBlock: boolean): RenderedFormula {
  if (tex.trim() === '') return { fault: '公式是空的' };
  if (tex.length > maxFormulaLength) return { fault: `公式过长，最多 ${maxFormulaLength} 个字符` };
  const command = forbiddenCommands.exec(tex)?.[0];
  if (command) return { fault: `公式里不能用 ${command}` };
  try {
    const rendered = katex.renderToString(tex, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
    return depthOf(rendered) > maxDepth
      ? { fault: '公式嵌套太深' }
      : { mathml: rendered.replace(wrapping, '').replace(source, '') };
  } catch (error) {
    return { fault: explain(error) };
  }
}

// The markup of a body may nest 200 levels deep before it is rejected as an attack (features/posts/body/guard.ts).
const maxDepth = 80;

function depthOf(markup: string): number {
  let depth = 0;
  let max = 0;
  for (const [tag] of markup.matchAll(/<\/?\w[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : tag.endsWith('/>') ? 0 : 1;
    if (depth > max) max = depth;
  }
  return max;
}

const wrapping = /^<span class="katex">|<\/span>$/g;
// The formula's source is already stored next to it.
const source = /<annotation encoding="application\/x-tex">[^<]*<\/annotation>/;

function explain(error: unknown): string {
  const { rawMessage = '', position } = error as { rawMessage?: string; position?: number };
  const unknown = /Undefined control sequence: (\\\S+)/.exec(rawMessage)?.[1];
  if (unknown) return `公式里有不认识的命令 ${unknown}`;
  if (/end of input|Expected '\}'|got 'EOF'/.test(rawMessage)) return '公式没有写完，少了括号或参数';
  return position === undefined ? '公式读不懂' : `公式第 ${position + 1} 个字符附近读不懂`;
}
