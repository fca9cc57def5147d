import { contestJourneys } from './contest-journeys.ts';

contestJourneys();
