import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { sideNames } from './order-words.ts';
import type { Side } from './ticket.ts';
import { TicketConfirm, TicketFacts, TicketNote, TradeButton } from './ticket-parts.tsx';

type ConfirmOrderProps = {
  isOpen: boolean;
  side: Side;
  facts: readonly { label: string; value: string }[];
  isBusy: boolean;
  /** Why it was refused. */
  error: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** The last look at an order before it is sent. */
export function ConfirmOrder({ isOpen, side, facts, isBusy, error, onConfirm, onClose }: ConfirmOrderProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={() => isBusy || onClose()}
      title={`确认${sideNames[side]}委托`}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            返回修改
          </Button>
          <TradeButton side={side} busy={isBusy} onClick={onConfirm}>
            {isBusy ? '正在提交' : `确认${sideNames[side]}`}
          </TradeButton>
        </>
      }
    >
      <TicketConfirm>
        <TicketFacts facts={facts} />
        <p>这是模拟交易，使用模拟资金，不涉及真实资金。</p>
        {error && <TicketNote isFault>{error}</TicketNote>}
      </TicketConfirm>
    </Dialog>
  );
}
