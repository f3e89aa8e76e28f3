/** `npm run requests:anonymous` prints the table of SECURITY.md about requests without a credential, and exits. */

import { measureAnonymous } from './measure.ts'
import { anonymousTable } from './table.ts'

console.log(anonymousTable(await measureAnonymous(30)))
process.exit()
