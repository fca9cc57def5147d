import type { Know } from '#features/frontpage/know/schema.ts';
import { KnowDialog } from '../../../../parts/popups/know-dialog.tsx';
import { silent, useAct } from '../../../../parts/use-act.ts';

type KnowFirstProps = { know: Know; onKnown: () => void; onLeave: () => void };

/** The notice for writers (须知), once per version. */
export function KnowFirst({ know, onKnown, onLeave }: KnowFirstProps) {
  const { run } = useAct();
  const acknowledge = () => {
    onKnown();
    // What could not be told is asked again the next time.
    void run(async (call) => {
      await call('POST /member/acknowledgeKnow', { query: { id: know.id }, ...silent });
    });
  };
  return <KnowDialog know={know} onAcknowledge={acknowledge} onClose={onLeave} />;
}
