import { beforeEach, expect, test, vi } from 'vitest';
import { closeDialog, showAlert, showDialog, useDialogs } from './dialogs.ts';

beforeEach(() => useDialogs.setState({ waiting: [] }));

const messages = () => useDialogs.getState().waiting.map(({ message }) => message);

test('seed §8: an alert is titled 温馨提示 and confirmed with 确定', () => {
  showAlert('文章不存在');
  expect(useDialogs.getState().waiting).toEqual([
    { kind: 'alert', title: '温馨提示', message: '文章不存在', confirmText: '确定' },
  ]);
});

test('seed §4: error dialogs appear one at a time', () => {
  showAlert('一');
  showAlert('二');
  expect(messages()[0]).toBe('一');
  closeDialog(true);
  expect(messages()[0]).toBe('二');
  closeDialog(true);
  expect(messages()).toEqual([]);
});

test('the same words are not asked to be read twice', () => {
  showAlert('网络连接错误！');
  showAlert('网络连接错误！');
  expect(messages()).toEqual(['网络连接错误！']);
});

test('a storm of alerts is cut at three, and a dead session is still told', () => {
  for (const n of ['1', '2', '3', '4', '5']) showAlert(n);
  showDialog({ kind: 'session-expired', title: '', message: '登录过期，请重新登录', confirmText: '登录' });
  expect(messages()).toEqual(['1', '2', '3', '登录过期，请重新登录']);
});

test('confirming runs both ends, dismissing only the closing one', () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const dialog = { kind: 'alert', title: '', message: 'x', confirmText: '', onConfirm, onClose } as const;
  showDialog(dialog);
  closeDialog(false);
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  showDialog(dialog);
  closeDialog(true);
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 2]);
  closeDialog(true);
  expect(onClose).toHaveBeenCalledTimes(2);
});
