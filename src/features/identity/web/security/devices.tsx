import { type ReactNode, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { ButtonRow, FormError, HelpText } from '#ui/controls/form-parts.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import type { Moment } from '#ui/types.ts';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useSiteContext } from '#web/site.ts';
import type { SessionEntry } from '../../account/schema.ts';
import s from './devices.module.css';

/** The devices on which the account is logged in; one of them or all others can be logged out. */
export function Devices({ first }: { first: SessionEntry[] }) {
  const { today } = useSiteContext();
  const [sessions, setSessions] = useState(first);
  const [confirming, setConfirming] = useState<'others' | Device>();
  const { isBusy, error, run } = useAction();
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);

  async function revoke(target: 'others' | Device) {
    const isDone = await run(async (call) => {
      if (target === 'others') await call('POST /member/revokeOtherSessions', silent);
      else await call('POST /member/revokeSession', { query: { id: target.id }, ...silent });
    });
    setConfirming(undefined);
    if (!isDone) return;
    setSessions((current) =>
      current.filter(({ id, isCurrent }) => isCurrent || (target !== 'others' && id !== target.id)),
    );
    toasts.success(target === 'others' ? '其他设备都已退出登录' : '这台设备已退出登录');
  }

  return (
    <>
      <DeviceList
        devices={sessions.map((session) => toDevice(session, today))}
        actionFor={(device) =>
          device.isCurrent ? null : (
            <Button size="s" aria-label={`退出登录：${device.name}`} onClick={() => setConfirming(device)}>
              退出登录
            </Button>
          )
        }
      />
      {error && <FormError>{error}</FormError>}
      {hasOthers ? (
        <ButtonRow>
          <Button onClick={() => setConfirming('others')}>退出其他所有设备</Button>
        </ButtonRow>
      ) : (
        <ButtonRow>
          <HelpText>
            <p>只在这一台设备上登录着。</p>
          </HelpText>
        </ButtonRow>
      )}
      <AlertDialog
        open={confirming !== undefined}
        title={confirming === 'others' ? '退出其他所有设备' : '退出这台设备'}
        message={
          confirming === 'others'
            ? '除了你正在用的这台，其他设备都要重新登录。'
            : `${confirming?.name ?? ''} 需要重新登录。不认识这台设备时，请同时修改密码。`
        }
        confirmLabel="退出登录"
        cancelLabel="取消"
        busy={isBusy}
        onConfirm={() => confirming && void revoke(confirming)}
        onCancel={() => setConfirming(undefined)}
      />
    </>
  );
}

function toDevice({ id, device, address, isCurrent, ...session }: SessionEntry, today: string): Device {
  return {
    id,
    name: device || '未知设备',
    address,
    isCurrent,
    since: formatStamp(session.createdAt, today),
    lastUsed: formatStamp(session.lastSeenAt, today),
  };
}

interface Device {
  id: string;
  /** For example Chrome · Windows */
  name: string;
  address: string;
  since: Moment;
  lastUsed: Moment;
  isCurrent: boolean;
}

function DeviceList({
  devices,
  actionFor,
}: {
  devices: readonly Device[];
  actionFor: (device: Device) => ReactNode;
}) {
  return (
    <ul className={s.list} aria-label="登录设备">
      {devices.map((device) => (
        <li key={device.id} className={s.row}>
          <div className={s.what}>
            <p className={s.name}>
              {device.name}
              {device.isCurrent && <Tag>这台设备</Tag>}
            </p>
            <p className={s.note}>
              {device.address && <span className="fig">{device.address}</span>}
              <span>
                最近使用 <time dateTime={device.lastUsed.dateTime}>{device.lastUsed.text}</time>
              </span>
              <span>
                登录于 <time dateTime={device.since.dateTime}>{device.since.text}</time>
              </span>
            </p>
          </div>
          {actionFor(device)}
        </li>
      ))}
    </ul>
  );
}
