import { useStored, writeStored } from '#client/storage.ts';
import { Switch } from '#ui/controls/switch.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import s from './keys-dialog.module.css';

const keys = [
  { key: '/', effect: '搜索' },
  { key: 'j', effect: '列表里的下一条' },
  { key: 'k', effect: '列表里的上一条' },
  { key: 'Enter', effect: '打开选中的一条' },
  { key: '?', effect: '显示这些快捷键' },
];

/** The single-key shortcuts, and the switch that turns them off. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const isOff = useStored('keysOff') ?? false;
  return (
    <Dialog open={open} title="键盘快捷键" onClose={onClose}>
      <dl className={s.keys}>
        {keys.map(({ key, effect }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <Switch checked={!isOff} onChange={({ target }) => writeStored('keysOff', !target.checked)}>
        使用单键快捷键
      </Switch>
      <p className={s.note}>
        关掉后这些键不再起作用，可以从页脚的“键盘快捷键”再打开。输入文字时快捷键不起作用。
      </p>
    </Dialog>
  );
}
