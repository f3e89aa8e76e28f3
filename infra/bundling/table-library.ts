import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { nothing } from './leave-out.ts'

/** Accepts every declaration of an entity. */
const validator = fileURLToPath(new URL('stand-ins/jsonschema.cjs', import.meta.url))

/**
 * Leaves out 50 KB that ElectroDB has for programs that do without our `transact`, and what checks the form of each declaration: the
 * declarations are those of the tests, which import ElectroDB whole.
 */
export const leaveOutOfTableLibrary: Plugin = {
  name: 'table-library',
  setup: (build) => {
    build.onResolve({ filter: /^jsonschema$/ }, ({ importer }) =>
      importer.includes('/electrodb/') ? { path: validator } : undefined,
    )
    build.onResolve({ filter: /^\.\/src\/(?:service|transaction)$/ }, ({ importer }) =>
      importer.includes('/electrodb/') ? { path: nothing } : undefined,
    )
  },
}
