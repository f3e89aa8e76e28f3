import { arch, cpus } from 'node:os'

/** Describes the conditions of a measurement, without anything that identifies the machine. */
export function describeConditions(part: string): string {
  const date = new Date().toISOString().slice(0, 10)
  return `\`npm run bench:${part}\`, ${date}, Node ${process.versions.node}, ${cpus().length} cores (${processorName()})`
}

/** Names with a model number, which could identify the machine, are omitted. */
function processorName(): string {
  const name = cpus()[0]?.model.trim() ?? ''
  return name === '' || /\d{3,}/.test(name) ? arch() : name
}
