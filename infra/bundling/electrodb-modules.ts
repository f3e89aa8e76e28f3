import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

/**
 * Rewrites ElectroDB's CommonJS files as ES modules, which halves their part of a cold start: esbuild wraps each CommonJS file in a
 * function, which V8 parses twice and from which esbuild cannot drop unused code. All files import and export in the same few
 * forms; any other form fails the build.
 */
export const electrodbModules: Plugin = {
  name: 'electrodb-modules',
  setup: (build) => {
    build.onLoad({ filter: /\/electrodb\/(?:index|src\/\w+)\.js$/ }, ({ path }) => {
      const contents = asEsModule(readFileSync(path, 'utf8'))
      if (/\brequire\(|\bmodule\.exports\b/.test(contents))
        throw new Error(`${path} imports or exports in an unknown form.`)
      return { contents }
    })
    // ElectroDB looks its commands up by name in one object, which would keep all commands of this package.
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
