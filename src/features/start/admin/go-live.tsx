import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useSend } from '#admin/parts/data.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import type { GoLiveItem, Start } from '../schema.ts';
import s from './start.module.css';

type GoLiveState = NonNullable<Start['goLive']>;

/** `to`: where it is set and tried; without it, only a person can tell. */
const itemTexts: Record<GoLiveItem, { title: string; about: string; to?: string }> = {
  domain: {
    title: '域名',
    about: '读者访问的 https 地址，在“站点”里填，填好后点“检查网站地址”。',
    to: '/settings?group=site',
  },
  filing: {
    title: '备案号',
    about: 'ICP 备案号显示在页脚；服务器在中国内地的网站必须有。',
    to: '/settings?group=site',
  },
  agreements: {
    title: '用户协议和隐私政策',
    about: '生效以后，会员注册时请他同意。',
    to: '/settings?group=agreements',
  },
  sms: {
    title: '短信',
    about: '登录和注册的验证码。填好后给自己发一条测试短信。',
    to: '/settings?group=sms',
  },
  mail: {
    title: '邮件',
    about: '通知和邮箱验证码。填好后发一封测试邮件。',
    to: '/settings?group=mail',
  },
  payment: {
    title: '支付',
    about: '微信支付或支付宝，有一个就能收款；不卖内容就不用。',
    to: '/settings?group=wechatPay',
  },
  backup: {
    title: '备份',
    about:
      '在“设置”的“备份”里打开自动备份，让服务器的 BACKUP_TO 指向另一台机器或存储桶，再运行一次 npm run guanlan -- backup verify。',
  },
  mode: {
    title: '正式模式',
    about:
      '填好网站地址、短信和邮件以后切换，不能切回。站点自动重新启动，停几秒钟；演示用的短信、邮件和支付从此不能用，用沙箱付款的订单全部作废。',
  },
};

/** What is left to do before the site goes live, after the guide. */
export function GoLive({ goLive: { items, switchedBy } }: { goLive: GoLiveState }) {
  const { send } = useSend('POST /admin/start/goLive');
  const done = items.filter(({ state }) => state !== 'open').length;
  return (
    <section className={s.guide} aria-labelledby="go-live">
      <div className={s.guideHead}>
        <h2 id="go-live">上线清单</h2>
        <p className={s.progress}>
          {done} / {items.length}
        </p>
        <Button
          type="text"
          size="small"
          className={s.dismiss ?? ''}
          onClick={() => void send({ item: 'dismissed', isTicked: true })}
        >
          收起清单
        </Button>
      </div>
      <ol className={s.steps}>
        {items.map(({ item, state }) => (
          <li key={item} className={classNames(s.step, state !== 'open' && s.isDone)}>
            <span className={s.tick} aria-hidden="true">
              {state !== 'open' && <Icon name="check" />}
            </span>
            <div className={s.words}>
              <h3>
                {itemTexts[item].title}
                <span className="vh">{stateNames[state]}</span>
              </h3>
              <p>{item === 'mode' && switchedBy ? aboutSwitcher(switchedBy) : itemTexts[item].about}</p>
            </div>
            <ItemActions
              item={item}
              state={state}
              isSwitchedHere={!switchedBy}
              onTick={(isTicked) => void send({ item, isTicked })}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

const aboutSwitcher = (tenant: string) =>
  `由${tenant}的管理员为所有站点一起切换，这里不能切换。切换前会检查每个站点的网站地址、短信和邮件，请先填好。`;

const stateNames = { open: '（未完成）', set: '（已设好）', ticked: '（已勾选）' } as const;

type ActionsProps = GoLiveState['items'][number] & {
  isSwitchedHere: boolean;
  onTick: (isTicked: boolean) => void;
};

/** An item that the settings show as done leads to its test; any other can be ticked by hand. */
function ItemActions({ item, state, isSwitchedHere, onTick }: ActionsProps) {
  const navigate = useNavigate();
  const { title, to } = itemTexts[item];
  const button = (label: string, onClick: () => void, type: 'default' | 'text' = 'text') => (
    <Button type={type} aria-label={`${title}：${label}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className={s.actions}>
      {item === 'mode' && state === 'open' && isSwitchedHere && <SwitchToLive />}
      {to && button(state === 'set' ? '试一试' : '去设置', () => void navigate(to), 'default')}
      {state === 'open' && item !== 'mode' && button(to ? '不需要' : '已完成', () => onTick(true))}
      {state === 'ticked' && button('取消勾选', () => onTick(false))}
    </div>
  );
}

function SwitchToLive() {
  const { send } = useSend('POST /admin/start/live');
  return (
    <ConfirmButton
      title="切换到正式模式？"
      content="切换后不能切回。站点会停几秒钟，自动重新启动，然后刷新这一页。"
      okText="切换并重新启动"
      onOk={async () => {
        if (await send(undefined)) await reloadAfterRestart();
      }}
    >
      切换到正式模式
    </ConfirmButton>
  );
}

/** Pages of the old mode carry its client credential, so this one loads again: after the restart, or after 30 s. */
async function reloadAfterRestart(): Promise<void> {
  let wasDown = false;
  for (let second = 0; second < 30; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const isUp = await fetch('/robots.txt').then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp && wasDown) break;
    wasDown ||= !isUp;
  }
  location.reload();
}
