import type { FormEvent } from 'react';
import type { Consent, Proof } from '#client/account.ts';
import { Button } from '#ui/controls/button.tsx';
import { type Ask, statusOf } from '../../api.ts';
import { FormStack } from '../../parts/login-layout.tsx';
import { checkConsent } from '../../parts/sign-in/check-fields.ts';
import { ConsentField } from '../../parts/sign-in/consent.tsx';
import { SubmitButton } from '../../parts/sign-in/submit-button.tsx';
import { useFormErrors } from '../../parts/sign-in/use-form-errors.ts';
import type { LogIn } from './use-log-in.ts';

/** Consent to a text that has been replaced since a member agreed to it: completes the grant that was begun. */
export function ConsentForm({ logIn, grant, consents }: { logIn: LogIn; grant: Proof; consents: Consent }) {
  const { form, errors, refuse, text } = useFormErrors<'consent'>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (refuse({ consent: checkConsent(text('consent') === 'on') })) return;
    const refusal = await logIn.attempt({ ...grant, ...consents });
    if (refusal) refuse({ consent: refusal.message });
  }

  return (
    <form method="post" onSubmit={submit} ref={form} noValidate>
      <FormStack>
        <ConsentField
          key={consents.agreement + consents.privacy}
          error={errors.consent}
          note="点开可以看新的全文。不同意则不能登录，账号和内容都会保留。"
        />
        <SubmitButton isBusy={logIn.isBusy}>同意并登录</SubmitButton>
        <Button tone="text" onClick={logIn.startOver}>
          暂不登录
        </Button>
      </FormStack>
    </form>
  );
}

/** The versions in force of both texts people agree to; empty where the publisher has written none. */
export async function loadConsents(ask: Ask): Promise<Consent> {
  const [agreement, privacy] = await Promise.all(
    (['agreement', 'privacy'] as const).map((kind) => readVersion(ask, kind)),
  );
  return { agreement: agreement ?? '', privacy: privacy ?? '' };
}

async function readVersion(ask: Ask, kind: 'agreement' | 'privacy'): Promise<string> {
  try {
    return (await ask('GET /reception/getAgreement', { kind })).version;
  } catch (error) {
    if (statusOf(error) === 404) return '';
    throw error;
  }
}
