import { signInJourneys } from './sign-in-journeys.ts';

signInJourneys('林晚照');
