import type { ReactNode } from 'react';
import { useCopy } from '#client/copy.ts';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { Words } from '#ui/controls/form-parts.tsx';
import { useSurroundings } from '../../../site.ts';
import s from './keep-codes.module.css';
import { saveFile } from './save-file.ts';

/** The recovery codes, shown this once: to be kept where the authenticator is not. */
export function KeepCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { site } = useSurroundings();
  const copy = useCopy(codes.join('\n'));
  const download = () => {
    const text = `${site.name}两步验证恢复码（每个只能用一次）\r\n\r\n${codes.join('\r\n')}\r\n`;
    saveFile(text, `${site.name}恢复码.txt`, 'text/plain;charset=utf-8');
  };
  const finish = () => {
    toasts.success('两步验证已开启');
    onDone();
  };
  return (
    <>
      <Words>
        <p>
          <strong>请现在保存恢复码。</strong>它们只显示这一次；验证器丢失时，用其中一个登录，每个只能用一次。
        </p>
      </Words>
      <RecoveryCodes
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

/** Codes to be kept, and the buttons to keep them with. */
function RecoveryCodes({ codes, actions }: { codes: readonly string[]; actions: ReactNode }) {
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
