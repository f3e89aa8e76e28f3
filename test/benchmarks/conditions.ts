import { arch, cpus } from 'node:os'

/** The conditions of a measurement, without anything that identifies the machine. */
export type Conditions = {
  /** The day in UTC. */
  date: string
  command: string
  node: string
  processor: string
  cores: number
}

export function currentConditions(part: string): Conditions {
  return {
    date: new Date().toISOString().slice(0, 10),
    command: `npm run bench:${part}`,
    node: process.versions.node,
    processor: processorName(),
    cores: cpus().length,
  }
}

export function describeConditions({ date, node, processor, cores }: Conditions): string {
  return `${date}, Node ${node}, ${cores} cores (${processor})`
}

/** Names with a model number, which could identify the machine, are omitted. */
function processorName(): string {
  const name = cpus()[0]?.model.trim() ?? ''
  return name === '' || /\d{3,}/.test(name) ? arch() : name
}
