import * as z from 'zod'

// zod compiles its parsers with `new Function` if it can. Our content security policy forbids that, and even the attempt
// would be reported as a violation. Import this before anything that creates a schema.
z.config({ jitless: true })
