import { toasts } from '#client/toasts.ts';
import { type BodyEditor, useBodyEditor } from '#ui/editor/use-body-editor.ts';
import { useClient } from '../../../../client-context.ts';
import { silent } from '../../../../parts/use-act.ts';
import { explainFile, sendBodyFile, toBodyFile } from '../send-file.ts';

/** Bytes; the server's limit for a writer's attachment. */
const largest = 50 * 1024 * 1024;

/** A body as a member writes it: its files are the writer's own. */
export function useWriterBody(
  html: string,
  isWriting: boolean,
  onChange: (html: string) => void,
): BodyEditor {
  const client = useClient();
  return useBodyEditor(html, isWriting, {
    send: (file, sending) => sendBodyFile(client(), file, sending),
    explain: explainFile,
    largest,
    onLost: ({ name }) => toasts.warning(`「${name}」已上传，但正文里放它的位置已经不在了`),
    bring: async (url) =>
      toBodyFile(await client().call('POST /internalReference/bring', { body: { url }, ...silent }), 'image'),
    onBrought: ({ brought, failed }) => {
      if (failed === 0) toasts.success(`${brought} 张图片已存到本站`);
      else toasts.warning(`${failed} 张图片没能存到本站，读者可能看不到；请另存后上传`);
    },
    onChange,
  });
}
