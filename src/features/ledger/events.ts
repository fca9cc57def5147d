/** Staff approved, rejected or paid a withdrawal; `amount` in fen. */
export type WithdrawalDecided = {
  withdrawalId: string;
  memberId: string | null;
  amount: number;
  state: 'approved' | 'rejected' | 'paid';
  note: string;
};

declare module '#kernel/events.ts' {
  interface Events {
    'withdrawal.decided': WithdrawalDecided;
  }
}
