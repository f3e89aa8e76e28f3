import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

/** Imported late, in cases that Lambda never has: it gives credentials in the environment, and is no browser. */
const neverImported =
  /^(?:@aws-sdk\/credential-provider-(?:cognito-identity|http|ini|login|process|sso|web-identity)|@smithy\/credential-provider-imds|@smithy\/core\/event-streams|bowser)$/

/** What an installation may do without: then its functions are built without it. */
export type Uses = {
  /** Sessions that are JSON Web Tokens. */
  jwt: boolean
  /** Mails by SES. */
  mail: boolean
}

const standIn = (name: string) => fileURLToPath(new URL(`stand-ins/${name}`, import.meta.url))

/**
 * Keeps out of the bundles what no deployed function can use. Each stand-in says why it may stand in; the built
 * functions pass the tests over HTTP with them (`test/infra/built/built-functions.test.ts`).
 *
 * @param uses  What the configuration asks for.
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
      const unused = [...(uses.jwt ? [] : ['jose']), ...(uses.mail ? [] : ['@aws-sdk/client-sesv2'])]
      build.onResolve({ filter: /^(?:jose|@aws-sdk\/client-sesv2)$/ }, (module) =>
        unused.includes(module.path) ? { path: standIn('nothing.cjs') } : undefined,
      )
      // The SDK tells AWS its version, and has the rest of its package.json built in with it.
      build.onLoad({ filter: /@aws-sdk\/client-[\w-]+\/package\.json$/ }, ({ path }) => ({
        contents: JSON.stringify({ version: JSON.parse(readFileSync(path, 'utf8')).version }),
        loader: 'json',
      }))
      // Schemas turn into JSON Schema for the OpenAPI document only, which is written beforehand.
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
 * Node's own modules, not imported but got: an import reads every export at once, and some of those load what nothing
 * here uses, `fetch` behind `node:http` and Web Crypto behind `node:crypto`, some 30 ms of a cold start. Import
 * statements get the exports that they name, since esbuild drops the others; `require` and `import()` the module itself.
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

/** The same exports, each a function that does nothing. */
function withoutContents(source: string): string {
  const declared = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
  const renamed = [...source.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name]) => name)
  return [...declared, ...renamed]
    .map((name) => `const ${name}_ = () => {}; export { ${name}_ as ${name} };`)
    .join('\n')
}
