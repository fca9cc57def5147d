import { Segmented } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { SideDrawer } from '#admin/parts/layout/side-drawer.tsx';
import type { DraftContent } from '../../agreements/schema.ts';
import { type Kind, kindNames } from './kind-names.ts';
import { AgreementChanges, TextPreview } from './text-views.tsx';

type Props = { kind: Kind; content: DraftContent; onClose: () => void };
type View = 'text' | 'changes';

/** A draft as readers would see it, or its differences from the version in force. */
export function DraftPreview({ kind, content: { title, html }, onClose }: Props) {
  const [view, setView] = useState<View>('text');
  const text = { title, body: html };
  return (
    <SideDrawer title={`${kindNames[kind]}：预览`} width={720} onClose={onClose}>
      <Row>
        <Segmented<View>
          aria-label="怎样看"
          options={[
            { value: 'text', label: '全文' },
            { value: 'changes', label: '相对现行版本的改动' },
          ]}
          value={view}
          onChange={setView}
        />
      </Row>
      {view === 'text' ? <TextPreview text={text} /> : <DraftChanges kind={kind} text={text} />}
    </SideDrawer>
  );
}

function DraftChanges({ kind, text }: { kind: Kind; text: { title: string; body: string } }) {
  const list = useRead('GET /admin/agreement/list', { kind });
  const inForce = list.data?.find(({ state }) => state === 'inForce');
  const read = useRead('GET /admin/agreement/detail', { id: inForce?.id ?? '' }, { isEnabled: !!inForce });
  if (list.data && !inForce) return <Quiet>还没有生效的版本，全文都是新的。</Quiet>;
  return (
    <Loaded read={inForce ? read : (list as never)} noun="现行版本" level={3}>
      {() => read.data && <AgreementChanges before={read.data} after={text} />}
    </Loaded>
  );
}
