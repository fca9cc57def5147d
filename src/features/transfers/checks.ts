/** The exports for the `doctor` command, which load neither posts nor calls. */
export { listAddressesInUse } from './addresses.ts';
