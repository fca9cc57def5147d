import { beforeEach, expect, test, vi } from 'vitest';
import { closeDialog, showAlert, showDialog, useDialogs } from './dialogs.ts';

beforeEach(() => useDialogs.setState({ waiting: [] }));

const messages = () => useDialogs.getState().waiting.map(({ message }) => message);

test('docs/product.md §8: an alert has the title 温馨提示 and the button 确定', () => {
  showAlert('文章不存在');
  expect(useDialogs.getState().waiting).toEqual([
    { kind: 'alert', title: '温馨提示', message: '文章不存在', confirmText: '确定' },
  ]);
});

test('docs/product.md §4: error dialogs appear one at a time', () => {
  showAlert('一');
  showAlert('二');
  expect(messages()[0]).toBe('一');
  closeDialog(true);
  expect(messages()[0]).toBe('二');
  closeDialog(true);
  expect(messages()).toEqual([]);
});

test('drops an alert with the same message as a waiting one', () => {
  showAlert('网络连接错误！');
  showAlert('网络连接错误！');
  expect(messages()).toEqual(['网络连接错误！']);
});

test('shows different messages one after another, however many, and an ended session after them', () => {
  for (const n of ['1', '2', '3', '4', '5', '3']) showAlert(n);
  showDialog({ kind: 'session-expired', title: '', message: '登录过期，请重新登录', confirmText: '登录' });
  expect(messages()).toEqual(['1', '2', '3', '4', '5', '登录过期，请重新登录']);
});

test('says when a dialog is closed whether its button was pressed', () => {
  const onClose = vi.fn();
  const dialog = { kind: 'alert', title: '', message: 'x', confirmText: '', onClose } as const;
  showDialog(dialog);
  closeDialog(false);
  showDialog(dialog);
  closeDialog(true);
  closeDialog(true);
  expect(onClose.mock.calls).toEqual([[false], [true]]);
});
