import { phone, test } from './journey.ts';
import { signInJourneys } from './sign-in-journeys.ts';

test.use(phone);
signInJourneys('林晚照');
