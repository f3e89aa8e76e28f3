import { existsSync } from 'node:fs'

/**
 * The source of a function's entry module, as seen from the root. A function with an `index.ts` has an entry of its own;
 * a folder with a `group.ts` alone gets this one.
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
