import { DataTable } from '#admin/parts/list/data-table.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { changesOf } from '#admin/parts/sales/decision-dialog.tsx';
import { usePermit } from '#client/permissions.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AdminInvoice, invoicesQuery, rejectInvoiceInput } from '../../schema.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import { IssueDialog } from './issue-dialog.tsx';

const views = [
  { name: '待开', filters: {} },
  { name: '已开', filters: { state: 'issued' } },
  { name: '已拒绝', filters: { state: 'rejected' } },
  { name: '全部', filters: { state: 'all' } },
];

const isRequested = ({ state }: AdminInvoice) => state === 'requested';
/** Nothing is left to invoice of an order that was refunded in full. */
const canIssue = (invoice: AdminInvoice) => isRequested(invoice) && invoice.amount > 0;

const changes: RowChange<AdminInvoice>[] = [
  {
    verb: '开票',
    fits: canIssue,
    dialog: ({ rows: [invoice], onClose }) => invoice && <IssueDialog invoice={invoice} onClose={onClose} />,
  },
  ...changesOf<AdminInvoice>([
    {
      call: 'POST /admin/invoice/reject',
      schema: rejectInvoiceInput,
      verb: '拒绝',
      title: '拒绝开票',
      isDanger: true,
      fits: isRequested,
      warning: ({ title }) => `不给“${title}”开这张发票；买家改好以后可以再申请。`,
      note: { label: '拒绝原因', hint: '买家会看到，也写进操作日志。' },
      done: '已拒绝，买家会收到原因',
    },
  ]),
];

/** Invoices that members requested; the view of those to issue comes first. */
export function Invoices() {
  const filters = useFilters(invoicesQuery);
  const list = usePages('GET /admin/invoice/list', { state: 'requested', ...filters.values });
  const mayIssue = usePermit('orders.invoice');
  return (
    <>
      <SavedViews list="invoices" builtIn={views} filters={filters} />
      <DataTable
        label="发票"
        unit="张"
        list={list}
        columns={invoiceColumns}
        nameOf={({ title }) => `“${title}”`}
        changes={mayIssue ? changes : []}
        isSelectable={false}
        width={900}
        empty={<EmptyState title={filters.isNarrowed ? '没有这样的发票' : '没有要开的发票'} />}
      />
    </>
  );
}
