import type { FormEvent } from 'react';
import type { Consent, Proof } from '#client/account.ts';
import { Button } from '#ui/controls/button.tsx';
import { type FetchCall, statusOf } from '#web/api.ts';
import { checkConsent } from '#web/parts/sign-in/check-fields.ts';
import { ConsentField } from '#web/parts/sign-in/consent.tsx';
import { SubmitButton } from '#web/parts/sign-in/submit-button.tsx';
import { useFormErrors } from '#web/parts/sign-in/use-form-errors.ts';
import { FormStack } from '../login-layout.tsx';
import type { LogIn } from './use-log-in.ts';

/** Asks for consent to a text that has changed since the member agreed to it, and completes the pending grant. */
export function ConsentForm({ logIn, grant, consents }: { logIn: LogIn; grant: Proof; consents: Consent }) {
  const { form, errors, showErrors, text } = useFormErrors<'consent'>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (showErrors({ consent: checkConsent(text('consent') === 'on') })) return;
    const refusal = await logIn.attempt({ ...grant, ...consents });
    if (refusal) showErrors({ consent: refusal.message });
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

/** Loads the current versions of user agreement and privacy policy; empty if the publisher has written none. */
export async function loadConsents(fetchCall: FetchCall): Promise<Consent> {
  const [agreement, privacy] = await Promise.all(
    (['agreement', 'privacy'] as const).map((kind) => readVersion(fetchCall, kind)),
  );
  return { agreement: agreement ?? '', privacy: privacy ?? '' };
}

async function readVersion(fetchCall: FetchCall, kind: 'agreement' | 'privacy'): Promise<string> {
  try {
    return (await fetchCall('GET /reception/getAgreement', { kind })).version;
  } catch (error) {
    if (statusOf(error) === 404) return '';
    throw error;
  }
}
