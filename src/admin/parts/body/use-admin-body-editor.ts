import { toasts } from '#client/toasts.ts';
import type { BodyFile } from '#ui/editor/body-file.ts';
import { type BodyEditor, useBodyEditor } from '#ui/editor/use-body-editor.ts';
import { call } from '../../api.ts';
import { explainUploadError, uploadFile } from '../media/upload-file.ts';

/** Body editor for staff. Uploaded files go into the media library. */
export const useAdminBodyEditor = (
  html: string,
  isWriting: boolean,
  onChange: (html: string) => void,
): BodyEditor =>
  useBodyEditor(html, isWriting, {
    send: (file, options) => uploadFile(file, undefined, options),
    explain: explainUploadError,
    onLost: ({ name }) => toasts.warning(`“${name}”已传到素材库，但正文里放它的位置已经不在了`),
    onDuplicate: ({ name }) => toasts.success(`素材库里已有“${name}”，直接用了它`),
    importPicture: bringPicture,
    onPicturesImported: notifyImported,
    fetchCard: (url) => call('POST /admin/media/card', { body: { url }, silent: true }),
    notify: toasts.warning,
    onChange,
  });

/** Copies a picture of another site into the media library. */
export const bringPicture = async (url: string): Promise<BodyFile> =>
  (await call('POST /admin/media/bring', { body: { url }, silent: true })).item;

function notifyImported({ imported, failed }: { imported: number; failed: number }): void {
  if (failed === 0) toasts.success(`${imported} 张图片已存到素材库`);
  else toasts.warning(`${failed} 张图片没能存到素材库，读者看不到；可以另存后上传，发布时也能重新取回`);
}
