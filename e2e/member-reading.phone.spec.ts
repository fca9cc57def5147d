import { memberReadingJourneys } from './member-reading-journeys.ts';

memberReadingJourneys();
