import { phone, test } from './journey.ts';
import { memberReadingJourneys } from './member-reading-journeys.ts';

test.use(phone);
memberReadingJourneys();
