import { readdirSync } from 'node:fs'

/** The deployed functions: one folder each under `functions/`. */
export function functionFolders(): string[] {
  return readdirSync(new URL('../../functions/', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .sort()
}
