/**
 * Measures the named parts, or all: `npm run bench`, `npm run bench:http` and so on. Prints tables. Exits 1 if a promise is broken,
 * unless the run is quick or partial.
 */
import { describeConditions } from './conditions.ts'
import type { Part } from './part.ts'
import { type PartName, parts } from './parts.ts'
import { isWhole } from './settings.ts'

const names = Object.keys(parts) as PartName[]
const named = process.argv.slice(2)
const unknown = named.filter((name) => !names.includes(name as PartName))
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${names.join(', ')}.`)
  process.exit(2)
}
const chosen = named.length > 0 ? names.filter((name) => named.includes(name)) : names

// A signal is a normal exit, so that exit handlers stop everything that was started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

for (const name of chosen) {
  const part: Part = parts[name]
  const startedAt = performance.now()
  console.log(`\n${part.title}\n\n${part.method}\n`)
  const result = await part.measure()
  console.log(part.tables(result))
  console.log(`\n${describeConditions(name)}, ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  for (const sentence of part.failures?.(result) ?? []) {
    console.error(`FAILED: ${sentence}`)
    if (isWhole) process.exitCode = 1
  }
}
if (!isWhole) console.log('\nThis was a partial run: its figures mean little.')
