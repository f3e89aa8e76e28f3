import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Without it, half of the start is spent on compiling the modules. Node goes without it if the directory cannot be written. Its
// own default is in /tmp, where another user could put something in its place.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/compile', import.meta.url)))

await import('./run-service.ts')
