/**
 * Measures what is named, or all that takes no more than a few minutes: `npm run bench`, `npm run bench:http` and so on.
 * Prints tables, and keeps the figures in `results.json` and the READMEs. With `BENCH_QUICK=1` it only shows that it works.
 */

import type { Part } from './part.ts'
import { type PartName, parts } from './parts.ts'
import { isQuick } from './settings.ts'

const named = process.argv.slice(2)
const names = Object.keys(parts) as PartName[]
const chosen = named.length > 0 ? names.filter((name) => named.includes(name)) : names

let isBroken = false
for (const name of chosen) {
  const part: Part<unknown> = parts[name] as Part
  const startedAt = performance.now()
  console.log(`\n${part.title}: ${part.method}\n`)
  const result = await part.measure()
  console.log(part.tables(result))
  console.log(`\n(${Math.round((performance.now() - startedAt) / 1_000)} s)`)
  for (const sentence of part.failures?.(result) ?? []) {
    isBroken = true
    console.error(`FAILED ${sentence}`)
  }
}
if (isQuick) console.log('\nBENCH_QUICK=1: the figures mean nothing, and are not kept.')
if (isBroken) process.exitCode = 1
