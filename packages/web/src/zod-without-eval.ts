import * as z from 'zod'

// zod speeds up its parsers with `new Function` where it may. Our policy forbids that, and already the attempt would
// be reported as a violation. Imported before everything that makes a schema.
z.config({ jitless: true })
