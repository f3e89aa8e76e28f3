import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

/** Imported dynamically, in cases that never occur in Lambda: it provides credentials in the environment, and is not a browser. */
const neverImported =
  /^(?:@aws-sdk\/credential-provider-(?:cognito-identity|http|ini|login|process|sso|web-identity)|@smithy\/credential-provider-imds|@smithy\/core\/event-streams|bowser)$/

/** Optional parts. The functions of an installation that does not use one are built without it. */
export type Uses = {
  /** Sessions are JSON Web Tokens. */
  jwt: boolean
  /** Emails are sent by SES. */
  email: boolean
}

const standIn = (name: string) => fileURLToPath(new URL(`stand-ins/${name}`, import.meta.url))

/**
 * Leaves out of the bundles what no deployed function uses. Each stand-in says why it is safe. The built functions pass the
 * tests over HTTP with them (`test/infra/built/built-functions.test.ts`).
 */
export function leaveOut(uses: Uses): Plugin {
  return {
    name: 'leave-out',
    setup: (build) => {
      build.onResolve({ filter: neverImported }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: standIn('nothing.cjs') } : undefined,
      )
      build.onResolve({ filter: /^jsonschema$/ }, () => ({ path: standIn('jsonschema.mjs') }))
      build.onResolve({ filter: /^mnemonist\/lru-cache/ }, () => ({ path: standIn('lru-cache.cjs') }))
      const unused = [...(uses.jwt ? [] : ['jose']), ...(uses.email ? [] : ['@aws-sdk/client-sesv2'])]
      build.onResolve({ filter: /^(?:jose|@aws-sdk\/client-sesv2)$/ }, (module) =>
        unused.includes(module.path) ? { path: standIn('nothing.cjs') } : undefined,
      )
      // The SDK sends its version to AWS, and would bundle all of its package.json for it.
      build.onLoad({ filter: /@aws-sdk\/client-[\w-]+\/package\.json$/ }, ({ path }) => ({
        contents: JSON.stringify({ version: JSON.parse(readFileSync(path, 'utf8')).version }),
        loader: 'json',
      }))
      // zod needs JSON Schema only for the OpenAPI document, which functions do not write.
      build.onLoad(
        { filter: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
        ({ path }) => ({
          contents: withoutContents(readFileSync(path, 'utf8')),
        }),
      )
    },
  }
}

/**
 * Reads single exports of Node's modules with `getBuiltinModule` instead of importing the modules. An import evaluates every
 * export, some of which load unused code: `fetch` in `node:http` and Web Crypto in `node:crypto`, about 30 ms of a cold start.
 * Import statements get only the exports that they name, because esbuild drops the others; `require` and `import()` get the module.
 */
export const nodeModulesByNeed: Plugin = {
  name: 'node-modules-by-need',
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?[a-z_/0-9]+$/ }, ({ path, kind }) =>
      isBuiltin(path)
        ? {
            path: path.replace(/^(?:node:)?/, 'node:'),
            namespace: kind === 'import-statement' ? 'node-module-exports' : 'node-module',
            sideEffects: false,
          }
        : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'node-module' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }))
    build.onLoad({ filter: /.*/, namespace: 'node-module-exports' }, ({ path }) => ({
      contents: [
        `const node = /* @__PURE__ */ process.getBuiltinModule('${path}')`,
        'export default node',
        ...Object.keys(process.getBuiltinModule(path) ?? {})
          .filter((name) => name !== 'default')
          .map((name) => `export const ${name} = /* @__PURE__ */ (() => node.${name})()`),
      ].join('\n'),
    }))
  },
}

/** A module with the same exports, each a function that does nothing. */
function withoutContents(source: string): string {
  const declared = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  const renamed = [...source.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name)
  return [...declared, ...renamed]
    .map((name) => `const ${name}_ = () => {}; export { ${name}_ as ${name} };`)
    .join('\n')
}
