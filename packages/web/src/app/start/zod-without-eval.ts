// zod compiles its parsers with `new Function` if it can. Our content security policy forbids that, and even the attempt
// would be reported as a violation. zod looks for its settings here, so that pages without a form need not load it for them.
// Import this before anything that imports zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
