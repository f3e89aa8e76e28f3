import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

const standIn = (name: string) => fileURLToPath(new URL(`stand-ins/${name}`, import.meta.url))

/**
 * Turns ElectroDB's CommonJS files into ES modules. esbuild wraps a CommonJS file in a function, which V8 parses twice, and
 * cannot drop its unused parts. Every file uses the same few forms of `require` and `module.exports`; another form fails
 * the build, so the version is pinned exactly in `packages/domain/package.json`.
 */
export const electrodbModules: Plugin = {
  name: 'electrodb-modules',
  setup: (build) => {
    build.onLoad({ filter: /\/electrodb\/(?:index|src\/\w+)\.js$/ }, ({ path }) => {
      const contents = asEsModule(readFileSync(path, 'utf8'))
      if (/\brequire\(|\bmodule\.exports\b/.test(contents))
        throw new Error(`${path} imports or exports in a form that this build does not know.`)
      return { contents }
    })
    // ElectroDB picks its commands by name from the whole package, which would keep all of them: 12 KB of the size budget.
    build.onResolve({ filter: /^@aws-sdk\/lib-dynamodb$/ }, ({ importer }) =>
      /\/electrodb\/src\/client\.js$/.test(importer) ? { path: standIn('lib-dynamodb.mjs') } : undefined,
    )
  },
}

/** Replaces the package by which ElectroDB validates models when they are created. Ours are constants, which every test validates. */
export const electrodbValidator: Plugin = {
  name: 'electrodb-validator',
  setup: (build) => {
    build.onResolve({ filter: /^jsonschema$/ }, () => ({ path: standIn('jsonschema.mjs') }))
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
