import { authorPageTests, memberReadingJourneys } from './member-reading-journeys.ts';

memberReadingJourneys();
authorPageTests();
