import { Button } from '#ui/controls/button.tsx';
import { Fault } from '#ui/controls/form-parts.tsx';
import { useClient } from '../../../client-context.ts';
import { silent, useAct } from '../../../parts/use-act.ts';
import { saveFile } from '../security/save-file.ts';

/** The invoice that was issued, as a file. */
export function InvoiceFile({ orderId, number }: { orderId: string; number: string }) {
  const client = useClient();
  const { isBusy, error, run } = useAct();
  const fetchFile = () =>
    run(async () => {
      const file = await client().download('GET /member/downloadInvoice', {
        query: { id: orderId },
        ...silent,
      });
      saveFile(file.bytes, file.name ?? `发票-${number}.pdf`, file.type || 'application/pdf');
    });
  return (
    <>
      <Button busy={isBusy} onClick={() => void fetchFile()}>
        下载发票
      </Button>
      {error && <Fault>{error}</Fault>}
    </>
  );
}
