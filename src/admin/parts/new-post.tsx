import { Button } from 'antd';
import { useState } from 'react';
import { Permit } from '#client/permissions.tsx';
import { useLoaded } from './use-loaded.ts';

/** Creates a post. Asks for the column first, because it decides the post's kind. */
export function NewPost({ columnId }: { columnId?: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const { Loaded: Dialog, want } = useLoaded(
    '写新稿',
    async () => (await import('./new-post-dialog.tsx')).NewPostDialog,
  );
  return (
    <Permit code="content.edit">
      <Button type="primary" onClick={async () => setIsOpen(await want())}>
        写新稿
      </Button>
      {isOpen && Dialog && <Dialog columnId={columnId} onClose={() => setIsOpen(false)} />}
    </Permit>
  );
}
