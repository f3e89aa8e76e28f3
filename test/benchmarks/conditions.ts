import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, cpus } from 'node:os'

/** The conditions of a measurement, without anything that identifies the machine. */
export type Conditions = {
  /** The day in UTC. */
  date: string
  command: string
  node: string
  /** Version of the wire engine. */
  engine: string
  processor: string
  cores: number
}

export function currentConditions(part: string): Conditions {
  return {
    date: new Date().toISOString().slice(0, 10),
    command: `npm run bench:${part}`,
    node: process.versions.node,
    engine: engineVersion(),
    processor: processorName(),
    cores: cpus().length,
  }
}

export function describeConditions({ date, node, engine, processor, cores }: Conditions): string {
  return `${date}, Node ${node}, dynoxide ${engine}, ${cores} cores (${processor})`
}

/** Names with a model number, which could identify the machine, are omitted. */
function processorName(): string {
  const name = cpus()[0]?.model.trim() ?? ''
  return name === '' || /\d{3,}/.test(name) ? arch() : name
}

function engineVersion(): string {
  try {
    const manifest = createRequire(import.meta.resolve('@cairn/wire-engine')).resolve(
      '@dynoxide/linux-x64/package.json',
    )
    return JSON.parse(readFileSync(manifest, 'utf8')).version
  } catch {
    return 'none'
  }
}
