import type { ReactNode } from 'react';
import { Tag } from '#ui/marks/tag.tsx';
import type { Moment } from '#ui/types.ts';
import s from './device-list.module.css';

export interface Device {
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
export function DeviceList({
  devices,
  act,
}: {
  devices: readonly Device[];
  act: (device: Device) => ReactNode;
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
