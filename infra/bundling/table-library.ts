import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { nothing } from './leave-out.ts'

/** Accepts every declaration of an entity. */
const validator = fileURLToPath(new URL('stand-ins/jsonschema.cjs', import.meta.url))

/**
 * Shortens ElectroDB. It leaves out 50 KB for programs that do without our `transact`, the commands of a client that we do not give it,
 * and what checks the form of each declaration: the declarations are those of the tests, which import ElectroDB whole.
 *
 * The rest become ES modules. esbuild wraps CommonJS in functions, which V8 parses twice at every cold start, and keeps all of it.
 */
export const leaveOutOfTableLibrary: Plugin = {
  name: 'table-library',
  setup: (build) => {
    build.onResolve({ filter: /^(?:jsonschema|@aws-sdk\/lib-dynamodb)$/ }, ({ path, importer }) => {
      if (!importer.includes('/electrodb/')) return undefined
      return { path: path === 'jsonschema' ? validator : nothing }
    })
    build.onResolve({ filter: /^\.\/src\/(?:service|transaction)$/ }, ({ importer }) =>
      importer.includes('/electrodb/') ? { path: nothing } : undefined,
    )
    build.onLoad({ filter: /\/electrodb\/(?:index|src\/\w+)\.js$/ }, ({ path }) => {
      const contents = toEsModule(readFileSync(path, 'utf8'))
      if (/\brequire\(|\bmodule\.exports\b/.test(contents)) {
        throw new Error(`${path} imports or exports in a form that is not known here.`)
      }
      return { contents }
    })
  },
}

/** ElectroDB's files import and export in these forms only. */
function toEsModule(commonJs: string): string {
  return commonJs
    .replaceAll(/^const (\w+) = require\((["'][^"']+["'])\);/gm, 'import * as $1 from $2;')
    .replaceAll(/^const (\w+) = require\((["'][^"']+["'])\)\.\1;/gm, 'import { $1 } from $2;')
    .replaceAll(/^const (\{[\w\s,]+\}) = require\((["'][^"']+["'])\);/gm, 'import $1 from $2;')
    .replace(
      /^module\.exports = \{([\w\s,:]+)\};/m,
      (_, names: string) => `export {${names.replaceAll(/(\w+): (\w+)/g, '$2 as $1')}};`,
    )
}
