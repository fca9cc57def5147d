import { type ReactNode, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { playChime, startAudio } from './chime.ts';
import { changeLiveChoices, useLiveChoices } from './live-choices.ts';
import s from './live-settings.module.css';
import { canNotify, startNotifications } from './notifications.ts';

/** The button with the choices for live news, which this browser keeps. */
export function LiveSettings() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="s" tone="text" icon="bell" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        提醒
      </Button>
      <Dialog open={isOpen} title="资讯提醒" onClose={() => setIsOpen(false)}>
        <Choices />
      </Dialog>
    </>
  );
}

function Choices() {
  const { isPaused = false, hasSound = false, hasNotifications = false, isForAll = false } = useLiveChoices();
  const [error, setError] = useState<string>();

  function switchSound(isOn: boolean) {
    changeLiveChoices({ hasSound: isOn });
    if (isOn) void startAudio().then(playChime);
  }
  async function switchNotifications(isOn: boolean) {
    const fault = isOn ? await startNotifications() : undefined;
    setError(fault);
    changeLiveChoices({ hasNotifications: isOn && fault === undefined });
  }

  return (
    <>
      <ul className={s.choices}>
        <Choice label="自动更新" isOn={!isPaused} onSwitch={(isOn) => changeLiveChoices({ isPaused: !isOn })}>
          看着列表顶部时，新资讯自动出现；关掉后先显示条数，点了才出现。
        </Choice>
        <Choice label="声音提醒" isOn={hasSound} onSwitch={switchSound}>
          有新资讯时响一声。
        </Choice>
        <Choice
          label="桌面通知"
          isOn={hasNotifications && canNotify()}
          onSwitch={(isOn) => void switchNotifications(isOn)}
        >
          没在看本页时，由系统弹出通知，点开就到那一条。
        </Choice>
        {error && (
          <li>
            <FormError>{error}</FormError>
          </li>
        )}
        <Choice
          label="只提醒重要资讯"
          isOn={!isForAll}
          onSwitch={(isOn) => changeLiveChoices({ isForAll: !isOn })}
        >
          关掉后，列表里的每一条都用声音和桌面通知提醒。
        </Choice>
      </ul>
      <p className={s.note}>只保存在这个浏览器里，开着资讯页时有效。</p>
    </>
  );
}

interface ChoiceProps {
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  children: ReactNode;
}

function Choice({ label, isOn, onSwitch, children }: ChoiceProps) {
  return (
    <li>
      <Switch checked={isOn} onChange={({ target }) => onSwitch(target.checked)}>
        {label}
      </Switch>
      <p className={s.note}>{children}</p>
    </li>
  );
}
