import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { nothing } from './leave-out.ts'

/** Calls that create schemas. */
const schemaCalls = /(?<![\w.])(?:z\.\w+|\w+Schema\.(?:extend|loose|merge|optional|or|strict))\(/g

/** The modules of the library that create all schemas of the protocol when they are imported. */
const schemaModules = /\/@modelcontextprotocol\/(?:core|server)\/dist\/(?:schemas|src)-[\w-]+\.mjs$/

/**
 * Leaves out what the library of the Model Context Protocol has for other servers and for clients. It takes 40 % of the time that the
 * library's import takes.
 *
 * - The validator of what users answer to a server that asks them: `serve-message.ts` passes another one, which is never called.
 * - The schemas of OAuth.
 * - Schemas of messages that nothing uses: creating one has no effect, which esbuild cannot know. If a new version of the library is
 *   written otherwise, they stay.
 */
export const leaveOutOfProtocolLibrary: Plugin = {
  name: 'protocol-library',
  setup: (build) => {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: nothing }))
    build.onResolve({ filter: /^\.\/auth-[\w-]+\.mjs$/ }, ({ importer }) =>
      importer.includes('/@modelcontextprotocol/core/') ? { path: nothing } : undefined,
    )
    build.onLoad({ filter: schemaModules }, ({ path }) => ({
      contents: markSchemasAsPure(readFileSync(path, 'utf8')),
    }))
  },
}

function markSchemasAsPure(source: string): string {
  return (
    source
      // The list of all schemas, which programs can look up by name.
      .replaceAll(/^for \(const .*\) register\(key, .*\);$/gm, '')
      // Not in lines of comments, which the mark would end.
      .replaceAll(/^(?!\s*\*).*$/gm, (line) => line.replaceAll(schemaCalls, '/* @__PURE__ */ $&'))
  )
}
