import { Alert, Button } from 'antd';
import { useState } from 'react';
import { messageOf, useRead } from '#admin/parts/data.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { toasts } from '#client/toasts.ts';

/** Copies the post for WeChat's editor. Works for every account, and without one in the settings. */
export const WechatCopy = ({ id }: { id: string }) => (
  <Section title="复制为公众号格式">
    <Quiet>
      任何公众号都能用：复制后到公众号后台的编辑器里粘贴。图片用的是本站的地址，粘贴时由微信来取；没有取到的，要自己上传。标题、作者、摘要和封面也要自己填。
    </Quiet>
    <div>
      <CopyButton id={id} />
    </div>
  </Section>
);

/** Loads the text before it is clicked, because browsers let a page copy only during a click. */
export function CopyButton({ id }: { id: string }) {
  const [isRefused, setIsRefused] = useState(false);
  const { data, error, refetch } = useRead('GET /admin/wechatDraft/copy', { id });
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        title={messageOf(error)}
        action={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  return (
    <>
      <Button
        loading={!data}
        onClick={async () => {
          if (data) setIsRefused(!(await copyRichText(data)));
        }}
      >
        复制为公众号格式
      </Button>
      {isRefused && (
        <Alert
          type="error"
          role="alert"
          showIcon
          title="浏览器没有让复制"
          description="请用 https 地址打开后台，在浏览器里允许本站使用剪贴板，再点一次。"
        />
      )}
    </>
  );
}

/** Writes a text with and without its format to the clipboard. @returns whether the browser allowed it */
async function copyRichText({ html, text }: { html: string; text: string }): Promise<boolean> {
  try {
    const of = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
    const item = new ClipboardItem({ ...of('text/html', html), ...of('text/plain', text) });
    await navigator.clipboard.write([item]);
    toasts.success('已复制，请到公众号后台粘贴');
    return true;
  } catch {
    return false;
  }
}
