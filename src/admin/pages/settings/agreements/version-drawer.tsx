import { Drawer, Segmented, Spin } from 'antd';
import { useState } from 'react';
import type { AgreementVersion } from '#features/settings/agreements/schema.ts';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { AgreementChanges, TextPreview } from './text-views.tsx';

type VersionDrawerProps = {
  version: AgreementVersion | undefined;
  inForce: AgreementVersion | undefined;
  onClose: () => void;
};

/** One version as readers see it, or what it differs in from the one in force. */
export function VersionDrawer({ version, inForce, onClose }: VersionDrawerProps) {
  return (
    <Drawer
      title={version?.version}
      open={version !== undefined}
      onClose={onClose}
      size={720}
      destroyOnHidden
    >
      {version && <Version version={version} inForce={inForce} />}
    </Drawer>
  );
}

type View = 'text' | 'changes';

function Version({ version, inForce }: { version: AgreementVersion; inForce: AgreementVersion | undefined }) {
  const [view, setView] = useState<View>('text');
  const other = inForce && inForce.id !== version.id ? inForce : undefined;
  const { data, fault, reload } = useLoad(`${version.id} ${other?.id}`, async (signal) => {
    const ask = (id: string) => call('GET /admin/agreement/detail', { query: { id }, silent: true, signal });
    return Promise.all([ask(version.id), other && ask(other.id)]);
  });
  if (fault) return <Failed message={fault.message} onRetry={reload} level={3} />;
  if (!data) return <Spin aria-label="正在取这一版" />;
  const [own, current] = data;
  const isLater = version.state === 'coming';
  return (
    <>
      {current && (
        <Segmented<View>
          aria-label="怎样看"
          options={[
            { value: 'text', label: '全文' },
            { value: 'changes', label: isLater ? '相对现行版本的改动' : '到现行版本的改动' },
          ]}
          value={view}
          onChange={setView}
        />
      )}
      {view === 'changes' && current ? (
        <AgreementChanges before={isLater ? current : own} after={isLater ? own : current} />
      ) : (
        <TextPreview text={own} />
      )}
    </>
  );
}
