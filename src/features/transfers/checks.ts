/** What `doctor` examines: it loads neither posts nor calls. */
export { addressesInUse } from './addresses.ts';
