import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRead, useSend } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Row } from '#admin/parts/layout/page.tsx';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { AgreementDetail, AgreementVersion } from '../../agreements/schema.ts';
import { draftPath } from './kind-names.ts';
import { AgreementChanges, TextPreview } from './text-views.tsx';

type Props = { version: AgreementVersion; versionInForce: AgreementVersion | undefined; onClose: () => void };
type View = 'text' | 'changes';

/** One version as readers see it, or its differences from the version in force. */
export function VersionDrawer({ version, versionInForce, onClose }: Props) {
  const [view, setView] = useState<View>('text');
  const read = useRead('GET /admin/agreement/detail', { id: version.id });
  const isComing = version.state === 'coming';
  const navigate = useNavigate();
  const { send, isSending } = useSend('POST /admin/agreement/draftFrom', {
    onDone: () => void navigate(draftPath(version.kind, isComing ? version.id : undefined)),
  });
  const tools = (
    <Button loading={isSending} onClick={() => void send({ id: version.id })}>
      {isComing ? '修改' : '以它写草稿'}
    </Button>
  );
  return (
    <ReadDrawer read={read} noun="版本" title={version.version} width={720} tools={tools} onClose={onClose}>
      {(detail) => (
        <>
          {versionInForce && versionInForce.id !== version.id && (
            <Row>
              <Segmented<View>
                aria-label="怎样看"
                options={[
                  { value: 'text', label: '全文' },
                  { value: 'changes', label: isComing ? '相对现行版本的改动' : '到现行版本的改动' },
                ]}
                value={view}
                onChange={setView}
              />
            </Row>
          )}
          {view === 'changes' && versionInForce ? (
            <VersionChanges detail={detail} versionInForce={versionInForce} isComing={isComing} />
          ) : (
            <TextPreview text={detail} />
          )}
        </>
      )}
    </ReadDrawer>
  );
}

type VersionChangesProps = { detail: AgreementDetail; versionInForce: AgreementVersion; isComing: boolean };

function VersionChanges({ detail, versionInForce, isComing }: VersionChangesProps) {
  const read = useRead('GET /admin/agreement/detail', { id: versionInForce.id });
  return (
    <Loaded read={read} noun="现行版本" level={3}>
      {(current) => (
        <AgreementChanges before={isComing ? current : detail} after={isComing ? detail : current} />
      )}
    </Loaded>
  );
}
