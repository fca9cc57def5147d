import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { Acts, Fault, Words } from '#ui/controls/form-parts.tsx';
import { useClient } from '../../../client-context.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { useSurroundings } from '../../../site.ts';
import { ProgressLine } from '../progress-line.tsx';
import { saveFile } from './save-file.ts';

/** Everything the portal keeps about its member, as one file (PIPL art. 45). */
export function DataExport() {
  const client = useClient();
  const { site, today } = useSurroundings();
  const { isBusy, error, run } = useAct();
  const [received, setReceived] = useState(0);

  const fetchAll = async () => {
    setReceived(0);
    const isSaved = await run(async () => {
      const file = await client().download('GET /member/exportData', { ...silent, onReceived: setReceived });
      saveFile(file.bytes, file.name ?? `${site.name}个人数据-${today}.zip`, file.type || 'application/zip');
    });
    if (isSaved) toasts.success('数据已导出，请到下载里查看');
  };

  return (
    <>
      <Words>
        <p>
          把资料、登录设备、同意记录、收藏、关注、阅读历史和消息打包成一个 ZIP 文件，内容为 JSON 和头像图片。
        </p>
        <p>里面有个人信息，请妥善保管。</p>
      </Words>
      {error && <Fault>{error}</Fault>}
      <Acts>
        <Button busy={isBusy} onClick={() => void fetchAll()}>
          {isBusy ? '正在打包' : '导出数据'}
        </Button>
      </Acts>
      {isBusy && <ProgressLine label="正在下载" note={`${Math.ceil(received / 1024)} KB`} />}
    </>
  );
}
