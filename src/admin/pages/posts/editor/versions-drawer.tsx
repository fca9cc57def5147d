import { App, Button, Drawer } from 'antd';
import { useState } from 'react';
import { Permit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { Content, VersionRecord } from '#features/posts/desk/schema.ts';
import { classNames } from '#ui/class-names.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { DiffView } from './diff-view.tsx';
import s from './editor.module.css';

export interface VersionsDrawerProps {
  id: string;
  current: Content;
  base: number;
  isOpen: boolean;
  onClose: () => void;
  onRestored: () => Promise<void>;
}

/** Every version, what it differs in from what is on the desk, and the way back to it. */
export function VersionsDrawer(props: VersionsDrawerProps) {
  return (
    <Drawer title="版本" open={props.isOpen} onClose={props.onClose} size={720} destroyOnHidden>
      <Versions {...props} />
    </Drawer>
  );
}

function Versions(props: VersionsDrawerProps) {
  const { id, base, current } = props;
  const [chosen, setChosen] = useState<number>();
  const { data, fault, reload } = useLoad(`${id} ${base}`, (signal) =>
    call('GET /admin/post/versions', { query: { id }, silent: true, signal }),
  );
  if (fault) return <Failed level={3} message={fault.message} onRetry={reload} />;
  if (!data) return <p role="status">正在取版本 …</p>;
  if (data.length === 0) return <p className={s.hint}>还没有保存过版本。改动保存后，每一版都在这里。</p>;
  const version = data.find(({ number }) => number === chosen);
  return (
    <>
      <ol className={s.versions} aria-label="版本列表">
        {data.map((one) => (
          <li key={one.number}>
            <button
              type="button"
              className={classNames(s.version, one.number === chosen && s.chosen)}
              aria-pressed={one.number === chosen}
              onClick={() => setChosen(one.number)}
            >
              <span>
                第 {one.number} 版{one.isHead && ' · 最新'}
                {one.isLive && ' · 读者看到的'}
              </span>
              <small>
                {showTime(one.savedAt)} {one.savedBy}
              </small>
            </button>
          </li>
        ))}
      </ol>
      {version ? (
        <OneVersion key={version.number} {...props} version={version} current={current} />
      ) : (
        <p className={s.hint}>选一版，看它和现在有什么不同。</p>
      )}
    </>
  );
}

function OneVersion(props: VersionsDrawerProps & { version: VersionRecord }) {
  const { id, current, base, version, onRestored, onClose } = props;
  const { modal } = App.useApp();
  const { number, isHead } = version;
  const { data, fault, reload } = useLoad(`${id} ${number}`, (signal) =>
    call('GET /admin/post/version', { query: { id, number: String(number) }, silent: true, signal }),
  );
  const restore = () =>
    modal.confirm({
      title: `恢复第 ${number} 版？`,
      content: '它会存成新的一版，现在的内容也留在版本里。已发布的稿件要再发布，读者才会看到。',
      okText: '恢复',
      onOk: async () => {
        try {
          await call('POST /admin/post/restore', { body: { id, base, number } });
          await onRestored();
          toasts.success(`已恢复第 ${number} 版`);
          onClose();
        } catch {
          // The person has been told in an alert.
        }
      },
    });
  if (fault) return <Failed level={3} message={fault.message} onRetry={reload} />;
  if (!data) return <p role="status">正在取这一版 …</p>;
  return (
    <section aria-label={`第 ${number} 版`}>
      <div className={s.between}>
        <p className={s.label}>从第 {number} 版到现在</p>
        {!isHead && (
          <Permit code="content.edit">
            <Button size="small" onClick={restore}>
              恢复这一版
            </Button>
          </Permit>
        )}
      </div>
      <DiffView before={data} after={current} />
    </section>
  );
}
