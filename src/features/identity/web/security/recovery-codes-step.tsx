import type { ReactNode } from 'react';
import { toasts } from '#client/toasts.ts';
import { useCopy } from '#client/use-copy.ts';
import { Button } from '#ui/controls/button.tsx';
import { HelpText } from '#ui/controls/form-parts.tsx';
import { downloadFile } from '#web/parts/download-file.ts';
import { useSiteContext } from '#web/site.ts';
import s from './recovery-codes-step.module.css';

/** The recovery codes, shown only once. The member should save them apart from the authenticator. */
export function RecoveryCodesStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { site } = useSiteContext();
  const copy = useCopy(codes.join('\n'));
  const download = () => {
    const text = `${site.name}两步验证恢复码（每个只能用一次）\r\n\r\n${codes.join('\r\n')}\r\n`;
    downloadFile(text, `${site.name}恢复码.txt`, 'text/plain;charset=utf-8');
  };
  const finish = () => {
    toasts.success('两步验证已开启');
    onDone();
  };
  return (
    <>
      <HelpText>
        <p>
          <strong>请现在保存恢复码。</strong>它们只显示这一次；验证器丢失时，用其中一个登录，每个只能用一次。
        </p>
      </HelpText>
      <RecoveryCodeList
        codes={codes}
        actions={
          <>
            <Button icon="doc" onClick={download}>
              下载
            </Button>
            <Button {...copy}>复制</Button>
            <Button tone="ink" onClick={finish}>
              我已保存
            </Button>
          </>
        }
      />
    </>
  );
}

function RecoveryCodeList({ codes, actions }: { codes: readonly string[]; actions: ReactNode }) {
  return (
    <>
      <ul className={s.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={s.actions}>{actions}</div>
    </>
  );
}
