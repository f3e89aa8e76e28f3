import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

/**
 * ElectroDB is CommonJS, which esbuild wraps in functions, file by file: V8 reads such a function twice before it runs,
 * and esbuild can leave nothing out of it. As ES modules its files cost a cold start about half. They all take and give
 * in the same few forms; one that does not fails the build.
 */
export const electrodbModules: Plugin = {
  name: 'electrodb-modules',
  setup: (build) => {
    build.onLoad({ filter: /\/electrodb\/(?:index|src\/\w+)\.js$/ }, ({ path }) => {
      const contents = asEsModule(readFileSync(path, 'utf8'))
      if (/\brequire\(|\bmodule\.exports\b/.test(contents))
        throw new Error(`${path} takes or gives in a new form.`)
      return { contents }
    })
    // ElectroDB gets the commands of this package by name out of one object, which would keep all of them.
    build.onResolve({ filter: /^@aws-sdk\/lib-dynamodb$/ }, ({ importer }) =>
      /\/electrodb\/src\/client\.js$/.test(importer)
        ? { path: fileURLToPath(new URL('stand-ins/lib-dynamodb.mjs', import.meta.url)) }
        : undefined,
    )
  },
}

function asEsModule(source: string): string {
  return source
    .replaceAll(/^const (\w+) = require\((["'][^"']+["'])\);/gm, 'import * as $1 from $2;')
    .replaceAll(/^const (\w+) = require\((["'][^"']+["'])\)\.\1;/gm, 'import { $1 } from $2;')
    .replaceAll(/^const (\{[\w\s,]+\}) = require\((["'][^"']+["'])\);/gm, 'import $1 from $2;')
    .replace(
      /^module\.exports = \{([\w\s,:]+)\};/m,
      (_, names: string) => `export {${names.replaceAll(/(\w+): (\w+)/g, '$2 as $1')}};`,
    )
}
