import { contestJourneys } from './contest-journeys.ts';
import { phone, test } from './journey.ts';

test.use(phone);
contestJourneys();
