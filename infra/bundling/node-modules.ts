import { isBuiltin } from 'node:module'
import type { Plugin } from 'esbuild'

/**
 * Reads only the exports of Node's modules that the code names. An `import` would read every export at once, and some
 * getters load what no function uses: `fetch` behind `node:http`, Web Crypto behind `node:crypto`. `require` and
 * `import()` get the module itself.
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
