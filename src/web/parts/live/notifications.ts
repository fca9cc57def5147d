export type AlertNotification = {
  /** A notification replaces an earlier one with the same id. */
  id: string;
  title: string;
  body: string;
  onPress: () => void;
};

/** Shows a notification of the operating system. @returns false if the browser refuses or cannot */
export function showNotification({ id, title, body, onPress }: AlertNotification): boolean {
  try {
    const notification = new Notification(title, { body, tag: `news-${id}`, icon: siteIcon() });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onPress();
    };
    return true;
  } catch {
    // Browsers on phones only let a service worker notify.
    return false;
  }
}

const siteIcon = (): string => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '';

/**
 * Asks for the permission to notify and shows a first notification.
 * @returns what the reader can do if that failed; undefined if it worked
 */
export async function startNotifications(): Promise<string | undefined> {
  if (!('Notification' in window)) return '这个浏览器不支持桌面通知，请在电脑的浏览器里打开。';
  const permission = await Notification.requestPermission();
  if (permission === 'denied')
    return '浏览器禁止了本站的通知：请点地址栏左侧的网站设置，把“通知”改为允许，再打开这个开关。';
  if (permission !== 'granted') return '还没有得到允许：请再打开一次，并在浏览器的询问里选“允许”。';
  const isShown = showNotification({
    id: 'first',
    title: '桌面通知已打开',
    body: '有新资讯时会这样提醒你。',
    onPress: () => undefined,
  });
  return isShown ? undefined : '这个浏览器不支持桌面通知，请在电脑的浏览器里打开。';
}

/** Whether the browser still permits notifications, which the reader can change at any time. */
export const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';
