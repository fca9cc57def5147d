import { toasts } from '#client/toasts.ts';
import type { StaffInvoice } from '#features/orders/schema.ts';
import { call } from '../../../api.ts';
import { NoteDialog } from '../../../parts/note-dialog.tsx';

/** Refuses an invoice, and says why. */
export function InvoiceReject({
  invoice,
  onClose,
  onDone,
}: {
  invoice: StaffInvoice;
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <NoteDialog
      title="拒绝开票"
      verb="拒绝"
      warning={`不给“${invoice.title}”开这张发票；买家改好以后可以再申请。`}
      field={{ label: '拒绝原因', note: '买家会看到，也写进操作日志。', isNeeded: true }}
      isDanger
      onSubmit={async (note) => {
        await call('POST /admin/invoice/reject', { body: { id: invoice.id, note } });
        toasts.success('已拒绝，买家会收到原因');
        onDone();
      }}
      onClose={onClose}
    />
  );
}
