import { lazy, Suspense } from 'react';
import type { AgreementVersion } from '#features/settings/agreements/schema.ts';
import { useRead } from '../../../parts/data.ts';
import { Loading } from '../../../parts/layout/loaded.tsx';
import { ReadDrawer } from '../../../parts/layout/side-drawer.tsx';

type Props = {
  kind: AgreementVersion['kind'];
  /** Id of the version to edit; absent for a new one. */
  id?: string;
  /** The version whose text the form starts with. */
  base: AgreementVersion | undefined;
  onClose: () => void;
};

// The editor is by far the largest part of this screen.
const AgreementForm = lazy(async () => ({ default: (await import('./agreement-form.tsx')).AgreementForm }));

/** Edits a version of an agreement, after the initial text is loaded. */
export function AgreementDrawer({ kind, id, base, onClose }: Props) {
  const read = useRead('GET /admin/agreement/detail', { id: base?.id ?? '' }, { isEnabled: !!base });
  if (base && !read.data)
    return (
      <ReadDrawer read={read} noun="协议文本" title="协议文本" width={960} onClose={onClose}>
        {() => null}
      </ReadDrawer>
    );
  return (
    <Suspense fallback={<Loading label="正在打开编辑器" />}>
      <AgreementForm kind={kind} id={id} base={read.data} onClose={onClose} />
    </Suspense>
  );
}
