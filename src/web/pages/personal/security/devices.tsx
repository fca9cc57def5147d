import { type ReactNode, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { SessionEntry } from '#features/identity/account/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { Acts, Fault, Words } from '#ui/controls/form-parts.tsx';
import { AlertDialog } from '#ui/floats/dialog.tsx';
import { Tag } from '#ui/marks/tag.tsx';
import type { Moment } from '#ui/types.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { useSurroundings } from '../../../site.ts';
import { stampOf } from '../stamp.ts';
import s from './devices.module.css';

/** Where the account is logged in; one device or all others can be logged out. */
export function Devices({ first }: { first: SessionEntry[] }) {
  const { today } = useSurroundings();
  const [sessions, setSessions] = useState(first);
  const [asked, setAsked] = useState<'others' | Device>();
  const { isBusy, error, run } = useAct();
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);

  async function revoke(target: 'others' | Device) {
    const isDone = await run(async (call) => {
      if (target === 'others') await call('POST /member/revokeOtherSessions', silent);
      else await call('POST /member/revokeSession', { query: { id: target.id }, ...silent });
    });
    setAsked(undefined);
    if (!isDone) return;
    setSessions((now) =>
      now.filter(({ id, isCurrent }) => isCurrent || (target !== 'others' && id !== target.id)),
    );
    toasts.success(target === 'others' ? '其他设备都已退出登录' : '这台设备已退出登录');
  }

  return (
    <>
      <DeviceList
        devices={sessions.map((session) => toDevice(session, today))}
        act={(device) =>
          device.isCurrent ? null : (
            <Button size="s" aria-label={`退出登录：${device.name}`} onClick={() => setAsked(device)}>
              退出登录
            </Button>
          )
        }
      />
      {error && <Fault>{error}</Fault>}
      {hasOthers ? (
        <Acts>
          <Button onClick={() => setAsked('others')}>退出其他所有设备</Button>
        </Acts>
      ) : (
        <Acts>
          <Words>
            <p>只在这一台设备上登录着。</p>
          </Words>
        </Acts>
      )}
      <AlertDialog
        open={asked !== undefined}
        title={asked === 'others' ? '退出其他所有设备' : '退出这台设备'}
        message={
          asked === 'others'
            ? '除了你正在用的这台，其他设备都要重新登录。'
            : `${asked?.name ?? ''} 需要重新登录。不认识这台设备时，请同时修改密码。`
        }
        confirmLabel="退出登录"
        cancelLabel="取消"
        busy={isBusy}
        onConfirm={() => asked && void revoke(asked)}
        onCancel={() => setAsked(undefined)}
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
    since: stampOf(session.createdAt, today),
    seen: stampOf(session.lastSeenAt, today),
  };
}

interface Device {
  id: string;
  /** e.g. Chrome · Windows */
  name: string;
  address: string;
  /** When it logged in. */
  since: Moment;
  /** When it was last used. */
  seen: Moment;
  isCurrent: boolean;
}

/** The devices somebody is logged in on. */
function DeviceList({ devices, act }: { devices: readonly Device[]; act: (device: Device) => ReactNode }) {
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
                最近使用 <time dateTime={device.seen.dateTime}>{device.seen.text}</time>
              </span>
              <span>
                登录于 <time dateTime={device.since.dateTime}>{device.since.text}</time>
              </span>
            </p>
          </div>
          {act(device)}
        </li>
      ))}
    </ul>
  );
}
