import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { copyText } from '#client/use-copy.ts';
import { useAction } from '../data.ts';
import { Row } from '../layout/page.tsx';
import { FileButton } from '../media/file-button.tsx';
import { UploadProgress } from './import-dialog.tsx';

type TemplateProps = { header: string; example: string; label?: string; className?: string | undefined };

/** Header line of a CSV file, with a copy button and an example. */
export const CsvTemplate = ({ header, example, label, className }: TemplateProps) => (
  <Row>
    <code className={className}>
      {header}
      <br />
      {example}
    </code>
    <Button
      size="small"
      aria-label={label ? `复制表头：${label}` : '复制表头'}
      onClick={() => void copyText(header)}
    >
      复制表头
    </Button>
  </Row>
);

/** Sends a CSV file that is chosen on the page, with text fields; holds the answer until the next one is chosen. */
export function useCsvUpload<A>(
  send: (options: { body: FormData; onProgress: (share: number) => void }) => Promise<A>,
  fields: Record<string, string> = {},
) {
  const [share, setShare] = useState(0);
  const [sent, setSent] = useState<{ answer: A; name: string }>();
  const { run, isRunning } = useAction(async (file: File) => {
    setSent(undefined);
    setShare(0);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', file);
    return { answer: await send({ body, onProgress: setShare }), name: file.name };
  }, setSent);
  return { run, isRunning, share, sent };
}

type UploadProps = {
  upload: Omit<ReturnType<typeof useCsvUpload>, 'sent'>;
  /** The report of the last upload. */
  children: ReactNode;
};

/** Button of `useCsvUpload`, the progress and the report. */
export const CsvUpload = ({ upload: { run, isRunning, share }, children }: UploadProps) => (
  <>
    <div>
      <FileButton kind="csv" type="primary" loading={isRunning} onFiles={([file]) => file && void run(file)}>
        选择 CSV 文件
      </FileButton>
    </div>
    {isRunning && <UploadProgress share={share} />}
    <div aria-live="polite">{children}</div>
  </>
);
