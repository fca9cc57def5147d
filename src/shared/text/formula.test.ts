import { expect, test } from 'vitest';
import { renderFormula } from './formula.ts';

test('renders a formula as MathML and nothing else', () => {
  expect(renderFormula('E=mc^2', false).mathml).toBe(
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow></semantics></math>',
  );
  const block = renderFormula('\\text{市盈率} = \\frac{P}{E}', true).mathml;
  expect(block).toMatch(/^<math [^>]*display="block">/);
  expect(block).toContain('<mtext>市盈率</mtext>');
  expect(renderFormula('a<b', false).mathml).toContain('&lt;');
});

test.each([
  ['\\frac{1}{2', '没有写完'],
  ['\\unknown x', '不认识的命令 \\unknown'],
  ['a & b', '第 3 个字符'],
  [' ', '空的'],
  ['x'.repeat(2_001), '过长'],
  ['\\def\\a{\\a\\a}\\a', '不能用 \\def'],
  ['\\newcommand{\\a}{x}', '不能用 \\newcommand'],
  ['\\href{javascript:alert(1)}{x}', '不能用 \\href'],
  ['\\includegraphics{https://x/y.png}', '不能用 \\includegraphics'],
  [`${'\\sqrt{'.repeat(90)}x${'}'.repeat(90)}`, '嵌套太深'],
  ['\\htmlStyle{position:fixed}{x}', '不能用 \\htmlStyle'],
])('rejects %s with a reason', (tex, words) => {
  const { fault, mathml } = renderFormula(tex, false);
  expect(mathml).toBeUndefined();
  expect(fault).toContain(words);
});

test('handles endless nesting cheaply', () => {
  const begun = process.cpuUsage();
  for (const tex of [
    '{'.repeat(1_900),
    '\\sqrt{'.repeat(300),
    '\\frac'.repeat(390),
    '\\left('.repeat(300),
    'x^'.repeat(999),
  ])
    renderFormula(tex, false);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2_000);
});
