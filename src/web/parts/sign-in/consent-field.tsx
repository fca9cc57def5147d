import { Consent } from './consent.tsx';

export type ConsentFieldProps = { error?: string | undefined; note?: string | undefined };

/** The tick under user agreement and privacy policy; both open beside the form, so that nothing filled in is lost. */
export function ConsentField({ error, note }: ConsentFieldProps) {
  return (
    <Consent name="consent" error={error} note={note}>
      已阅读并同意
      <a className="link" href="/agreement" target="_blank" rel="noreferrer">
        用户协议
      </a>
      和
      <a className="link" href="/agreement?kind=privacy" target="_blank" rel="noreferrer">
        隐私政策
      </a>
    </Consent>
  );
}
