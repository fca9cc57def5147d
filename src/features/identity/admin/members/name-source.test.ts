import { expect, test } from 'vitest';
import { nameSource } from './name-source.ts';

test.each([
  ['staff', '编辑部'],
  ['command-line', '命令行'],
  ['demo', '示例'],
  ['order:7', '购买（订单 7）'],
  ['trial:order:9', '体验（订单 9）'],
  ['redeem:1', '兑换码（编号 1）'],
  ['import:5', '导入'],
  ['something:else', '其他'],
])('a grant of %s is from %s', (source, name) => expect(nameSource(source)).toBe(name));
