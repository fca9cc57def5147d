import { useCallback, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { AlertDialog, Dialog } from '#ui/overlays/dialog.tsx';
import { saveProfile, updateProfile } from '#web/parts/member/use-profile.ts';
import { SettingList, SettingRow } from '#web/parts/personal/setting-row.tsx';
import type { WechatCode } from '#web/parts/sign-in/use-wechat-scan.ts';
import { WechatScan } from '#web/parts/sign-in/wechat-card.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useFetchCall } from '#web/site.ts';
import type { Profile } from '../../account/schema.ts';
import { EditButton, useEdit } from '../edit-button.tsx';

/** The WeChat account that can log in, bound with a scan in WeChat's frame. */
export function WechatBinding({ wechat }: { wechat: Profile['wechat'] }) {
  return (
    <SettingList label="微信" isUnderHeading>
      {wechat ? <Bound nickname={wechat.nickname} /> : <NotBound />}
    </SettingList>
  );
}

function NotBound() {
  const fetchCall = useFetchCall();
  const edit = useEdit();
  const { error, run, setError } = useAction();
  const { close } = edit;

  const bind = useCallback(
    async (scan: WechatCode) => {
      const isBound = await run(async (call) => {
        await call('POST /member/bindWechat', { body: scan, ...silent });
        saveProfile(await fetchCall('GET /member/profile', undefined, { isSilent: true }));
      });
      if (!isBound) return;
      toasts.success('微信已绑定，以后可以扫码登录');
      close();
    },
    [fetchCall, run, close],
  );

  return (
    <SettingRow
      label="微信账号"
      note="绑定后可以用微信扫码登录"
      action={<EditButton edit={edit} label="绑定" fieldName="微信" />}
    >
      未绑定
      <Dialog open={edit.isOpen} onClose={close} title="绑定微信" width={360}>
        <WechatScan purpose="bind" onScan={bind} error={error} onRestart={() => setError(undefined)} />
      </Dialog>
    </SettingRow>
  );
}

function Bound({ nickname }: { nickname: string }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, error, run } = useAction();

  async function unbind() {
    const isDone = await run(async (call) => {
      await call('POST /member/unbindWechat', silent);
    });
    setIsConfirming(false);
    if (!isDone) return;
    updateProfile({ wechat: null });
    toasts.success('微信已解绑');
  }

  return (
    <SettingRow
      label="微信账号"
      note="可以用微信扫码登录"
      action={
        <Button size="s" aria-label="解绑微信" onClick={() => setIsConfirming(true)}>
          解绑
        </Button>
      }
    >
      {nickname}
      {error && <FormError>{error}</FormError>}
      <AlertDialog
        open={isConfirming}
        title="解绑微信"
        message={`解绑后不能再用微信“${nickname}”登录，可以用手机号登录。`}
        confirmLabel="解绑"
        cancelLabel="取消"
        busy={isBusy}
        onConfirm={() => void unbind()}
        onCancel={() => setIsConfirming(false)}
      />
    </SettingRow>
  );
}
