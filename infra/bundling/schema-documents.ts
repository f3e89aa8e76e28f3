import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

const exported = /^export (?:const|function) (\w+)|^export \{ (\w+ as \w+) \}/gm

/**
 * Leaves out the code with which Zod describes its schemas as JSON Schema. Every schema refers to it, and only the list of MCP's tools is
 * written so while a function runs.
 */
export const leaveOutSchemaDocuments: Plugin = {
  name: 'schema-documents',
  setup: (build) => {
    build.onLoad(
      { filter: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
      ({ path }) => ({
        contents: [...readFileSync(path, 'utf8').matchAll(exported)]
          .map(([, name, renamed]) => (name ? `export const ${name} = undefined` : `export { ${renamed} }`))
          .join('\n'),
      }),
    )
  },
}
