import { Button, type ButtonProps } from 'antd';
import { useRef } from 'react';

/** File types that the file dialog offers; the server decides by the file's content. */
export const acceptOf = {
  all: 'image/png,image/jpeg,image/webp,image/gif,video/mp4,video/webm,.mp3,.m4a,.pdf,.docx,.xlsx,.pptx,.zip,.csv,.txt',
  image: 'image/png,image/jpeg,image/webp,image/gif',
  logo: 'image/png,image/jpeg,image/webp,image/svg+xml',
  video: 'video/mp4,video/webm',
  audio: '.mp3,.m4a',
  player: 'video/mp4,video/webm,.mp3,.m4a',
  import: '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.md,.markdown,.xml,.rss,.wxr,.atom,.zip',
  file: '.pdf,.docx,.xlsx,.pptx,.zip,.csv,.txt',
  csv: '.csv,.tsv,.txt',
  invoice: '.pdf,.ofd',
} as const;

export function FileButton({
  kind,
  isMany = false,
  onFiles,
  ...button
}: Pick<ButtonProps, 'children' | 'type' | 'size' | 'disabled' | 'loading' | 'aria-label'> & {
  kind: keyof typeof acceptOf;
  isMany?: boolean;
  onFiles: (files: File[]) => unknown;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => field.current?.click()} />
      <input
        ref={field}
        type="file"
        // Not `hidden`: Ant Design's forms show every file input.
        style={{ display: 'none' }}
        multiple={isMany}
        accept={acceptOf[kind]}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Allows the same file to be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
