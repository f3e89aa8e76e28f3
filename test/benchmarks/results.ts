import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Conditions } from './conditions.ts'
import type { PartName } from './parts.ts'

const file = fileURLToPath(new URL('results.json', import.meta.url))

/** The last result of each part, with its conditions. */
export type Results = { [Name in PartName]?: { conditions: Conditions; result: unknown } }

export function readResults(): Results {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

export function keepResult(name: PartName, conditions: Conditions, result: unknown): void {
  const kept: Results = { ...readResults(), [name]: { conditions, result } }
  writeFileSync(file, `${JSON.stringify(kept, rounded, 2)}\n`)
}

/** The figures are not accurate to more than four digits. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
