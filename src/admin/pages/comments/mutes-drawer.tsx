import { Button, Drawer } from 'antd';
import { useState } from 'react';
import type { Mute } from '#features/comments/desk/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../api.ts';
import { showTime } from '../../parts/show-time.ts';
import { useLoad } from '../../parts/use-load.ts';
import s from './comments.module.css';

/** Who may not comment now, and the way back. */
export function MutesDrawer({
  open,
  onClose,
  onChanged,
}: {
  open: boolean;
  onClose: () => void;
  onChanged: () => void;
}) {
  return (
    <Drawer title="禁言名单" open={open} onClose={onClose} size={480} destroyOnHidden>
      <Mutes onChanged={onChanged} />
    </Drawer>
  );
}

function Mutes({ onChanged }: { onChanged: () => void }) {
  const { data, fault, isLoading, reload } = useLoad('mutes', (signal) =>
    call('GET /admin/comment/mutes', { silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} />;
  if (!data) return <Void title={isLoading ? '正在取禁言名单 …' : '没有取到'} />;
  if (data.length === 0) return <Void title="没有人被禁言" />;
  return (
    <ul className={s.mutes}>
      {data.map((mute) => (
        <MuteRow
          key={mute.member.id}
          mute={mute}
          onLifted={() => {
            reload();
            onChanged();
          }}
        />
      ))}
    </ul>
  );
}

function MuteRow({ mute: { member, until, reason, by }, onLifted }: { mute: Mute; onLifted: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const lift = async () => {
    setIsBusy(true);
    try {
      await call('POST /admin/comment/unmute', { body: { memberId: member.id } });
      onLifted();
    } catch {
      // The person has been told in an alert.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <li>
      <div>
        <b>{member.name}</b>
        <p>
          至 <time dateTime={until}>{showTime(until)}</time>，{reason}
          {by && `（${by}）`}
        </p>
      </div>
      <Button size="small" loading={isBusy} onClick={() => void lift()}>
        解除
      </Button>
    </li>
  );
}
