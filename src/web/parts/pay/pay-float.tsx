import { lazy, Suspense, useEffect } from 'react';
import { takeReturn } from './coming-back.ts';
import { startPaying, usePaying } from './paying.ts';

// Who only reads loads nothing of paying.
const PayDialog = lazy(() => import('./pay-dialog.tsx').then(({ PayDialog }) => ({ default: PayDialog })));

/** The pay pop-up over whatever is on screen, while somebody buys. */
export function PayFloat() {
  const request = usePaying(({ request }) => request);
  useEffect(() => {
    const back = takeReturn();
    if (back) startPaying({ first: 'post', isBack: true, ...back });
  }, []);
  return (
    request && (
      <Suspense>
        <PayDialog key={request.orderId ?? request.piece?.id ?? request.first} request={request} />
      </Suspense>
    )
  );
}
