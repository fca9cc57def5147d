import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';

/** The submit button, enabled after hydration. Its label says which step is running. */
export function SubmitButton(props: { isBusy: false | 'proving' | 'asking'; children: ReactNode }) {
  const { isBusy, children } = props;
  const isReady = useIsReady();
  return (
    <Button tone="ink" type="submit" wide busy={isBusy !== false} disabled={!isReady}>
      {isBusy === 'proving' ? '正在验证…' : isBusy ? '请稍候' : children}
    </Button>
  );
}

function useIsReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return isReady;
}
