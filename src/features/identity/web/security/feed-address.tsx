import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { copyText } from '#client/use-copy.ts';
import { Button } from '#ui/controls/button.tsx';
import { ButtonRow, FormError, HelpText } from '#ui/controls/form-parts.tsx';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useSiteContext } from '#web/site.ts';
import type { FeedAddress as Address } from '../../feed-address/schema.ts';
import s from './feed-address.module.css';

type Question = 'replace' | 'revoke';

const questions: Record<Question, { title: string; message: string; confirm: string }> = {
  replace: {
    title: '换一个订阅地址',
    message: '现在的地址马上失效，阅读器里要换成新的。',
    confirm: '换新地址',
  },
  revoke: {
    title: '停用订阅地址',
    message: '阅读器不能再用现在的地址读取，需要时可以再生成。',
    confirm: '停用',
  },
};

/** The secret address under which feed readers get what this member may read; shown only once, when it is made. */
export function FeedAddress({ first }: { first: Address }) {
  const [address, setAddress] = useState(first);
  const [token, setToken] = useState<string>();
  const [asking, setAsking] = useState<Question>();
  const { isBusy, error, run } = useAction();

  async function create() {
    await run(async (call) => {
      const made = await call('POST /member/createFeedAddress', silent);
      setToken(made.token);
      setAddress({ createdAt: made.createdAt, lastReadAt: null });
    });
    setAsking(undefined);
  }

  async function revoke() {
    const isDone = await run(async (call) => {
      await call('POST /member/revokeFeedAddress', silent);
    });
    setAsking(undefined);
    if (!isDone) return;
    setToken(undefined);
    setAddress(null);
    toasts.success('订阅地址已停用');
  }

  const question = asking && questions[asking];
  return (
    <>
      <HelpText>
        <p>
          用 RSS 阅读器看全站新内容，你有权限的全文都在里面，包括 VIP
          和已购。权限到期后，新读取的内容只有开头。
        </p>
        <p>地址就是钥匙，拿到它的人能读你能读的内容，请不要转发。退出其他所有设备、修改密码后它会失效。</p>
      </HelpText>
      {token !== undefined && <NewAddress token={token} />}
      {address && token === undefined && <Usage address={address} />}
      {error && <FormError>{error}</FormError>}
      <ButtonRow>
        {address ? (
          <>
            <Button onClick={() => setAsking('replace')}>换新地址</Button>
            <Button onClick={() => setAsking('revoke')}>停用</Button>
          </>
        ) : (
          <Button busy={isBusy} onClick={() => void create()}>
            生成订阅地址
          </Button>
        )}
      </ButtonRow>
      <AlertDialog
        open={question !== undefined}
        title={question?.title ?? ''}
        message={question?.message ?? ''}
        confirmLabel={question?.confirm ?? ''}
        cancelLabel="取消"
        busy={isBusy}
        onConfirm={() => void (asking === 'replace' ? create() : revoke())}
        onCancel={() => setAsking(undefined)}
      />
    </>
  );
}

function NewAddress({ token }: { token: string }) {
  const { site } = useSiteContext();
  const address = `${site.url || window.location.origin}/feed/private/${token}`;
  return (
    <div className={s.current} role="status">
      <HelpText>
        <p>
          <strong>请现在复制。</strong>地址只显示这一次，忘了就换一个新的。
        </p>
      </HelpText>
      <ul className={s.list} aria-label="订阅地址">
        {[
          { name: 'RSS', text: address },
          { name: 'JSON Feed', text: `${address}.json` },
        ].map(({ name, text }) => (
          <li key={name} className={s.row}>
            <span className={s.name}>{name}</span>
            <code className={s.address}>{text}</code>
            <Button size="s" aria-label={`复制 ${name} 地址`} onClick={() => void copyText(text)}>
              复制
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Usage({ address: { createdAt, lastReadAt } }: { address: NonNullable<Address> }) {
  const { today } = useSiteContext();
  const made = formatStamp(createdAt, today);
  const read = lastReadAt === null ? null : formatStamp(lastReadAt, today);
  return (
    <div className={s.current}>
      <HelpText>
        <p>
          <time dateTime={made.dateTime}>{made.text}</time> 生成，
          {read ? (
            <>
              最近读取 <time dateTime={read.dateTime}>{read.text}</time>。
            </>
          ) : (
            '还没有阅读器读取过。'
          )}
        </p>
      </HelpText>
    </div>
  );
}
