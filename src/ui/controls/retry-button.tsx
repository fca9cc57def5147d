import { useEffect, useEffectEvent } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type RetryButtonProps = Pick<ButtonProps, 'tone'> & { onRetry: () => void };

/** 重试 beside what failed to load. It retries by itself each time the browser is online again. */
export function RetryButton({ onRetry, ...look }: RetryButtonProps) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const onOnline = () => retry();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  return (
    <Button size="s" icon="refresh" onClick={onRetry} {...look}>
      重试
    </Button>
  );
}
