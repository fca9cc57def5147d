import { App, Button, type ButtonProps } from 'antd';
import { type ReactNode, useCallback } from 'react';

type ConfirmOptions = {
  title: string;
  /** Describes the consequence of the action. */
  content?: ReactNode;
  okText: string;
  cancelText?: string;
  isDanger?: boolean;
  /** The dialog stays open and busy until the returned promise settles. */
  onOk: () => unknown;
  onCancel?: () => void;
};

/** Returns a function that opens a confirmation dialog. */
export function useConfirm(): (options: ConfirmOptions) => { destroy: () => void } {
  const { modal } = App.useApp();
  return useCallback(
    ({ isDanger = false, onOk, ...options }: ConfirmOptions) =>
      modal.confirm({
        ...options,
        okButtonProps: { danger: isDanger },
        onOk: async () => void (await onOk()),
      }),
    [modal],
  );
}

type Props = Pick<ButtonProps, 'size' | 'type' | 'disabled' | 'loading' | 'aria-label' | 'icon'> &
  Omit<ConfirmOptions, 'okText'> & { okText?: string; children: ReactNode };

/** A button that asks for confirmation before it acts. */
export function ConfirmButton({
  title,
  content,
  okText,
  isDanger = false,
  onOk,
  children,
  ...button
}: Props) {
  const confirm = useConfirm();
  return (
    <Button
      {...button}
      danger={isDanger}
      onClick={() => confirm({ title, content, okText: okText ?? String(children), isDanger, onOk })}
    >
      {children}
    </Button>
  );
}
