import { existsSync } from 'node:fs'

/**
 * Returns the source of a function's entry module, relative to the root. A folder with an `index.ts` has its own entry; a folder with
 * only a `group.ts` gets this one.
 */
export function functionEntry(folder: string): string {
  if (existsSync(new URL(`../../functions/${folder}/index.ts`, import.meta.url))) {
    return `export * from './functions/${folder}/index.ts'`
  }
  return `import { createRuntime, withSecrets } from '@cairn/lambda'
import { createGroup } from './functions/${folder}/group.ts'

export const handler = createGroup(createRuntime(await withSecrets(process.env)))
`
}
