import { guanlan, readers } from './portal.ts';

/** Makes the members of the journeys with the real command line, while the portal runs. */
export default function setUp(): void {
  for (const { mobile, password, name, options } of Object.values(readers))
    guanlan('member', 'add', mobile, '--password', password, '--name', name, ...options);
}
