import { open, readFile } from 'node:fs/promises'
import { CommandError, usageError } from '../exit-codes.ts'
import { type ExportedGoal, type ExportLine, exportFormat, exportVersion, type ReadLine } from './format.ts'
import { lineProblem } from './line-problem.ts'

/** A file that the web app's "Download everything" has saved. `packages/web/EXPORT.md` describes it. */
type Part = {
  format: string
  formatVersion: number
  exportedAt: string
  organization: { id: string; name: string }
  part: number
  last: boolean
  labels?: Extract<ExportLine, { type: 'label' }>['label'][]
  goals: Omit<ExportedGoal, 'type'>[]
}

/** Whether a file begins as those of the web app do. False if it cannot be read. */
export async function isAppExport(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0)
    return /^\s*\{\s*"format"\s*:\s*"cairn-organization"/.test(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await handle.close()
  }
}

/**
 * Yields the lines of `cairn export` for the files of one export of the web app, in any order.
 * @throws `CommandError` if a file is damaged or missing, or belongs to another export.
 */
export async function* readAppExport(files: readonly string[]): AsyncGenerator<ReadLine, void, undefined> {
  const parts: (Part & { goals: Placed[] })[] = []
  for (const file of files) parts.push(await partIn(file))
  parts.sort((left, right) => left.part - right.part)
  const [first] = parts
  if (!first || !isWhole(parts)) {
    throw new CommandError('The export is not whole: name all its files, each once.')
  }
  const { exportedAt, organization, labels = [] } = first
  // Of a goal that was changed during the export there are two entries, and the last one counts.
  const goals = new Map(parts.flatMap((part) => part.goals).map((entry) => [entry.goal.id, entry]))
  const place = files.join(', ')
  // The files do not say where they come from.
  yield {
    place,
    type: 'export',
    format: exportFormat,
    formatVersion: exportVersion,
    exportedAt,
    origin: '',
    organization,
  }
  for (const label of labels) yield { type: 'label', label, place }
  for (const entry of goals.values()) yield { type: 'goal', ...entry }
  yield { type: 'end', goals: goals.size, labels: labels.length, place }
}

function isWhole(parts: readonly Part[]): boolean {
  return parts.every(
    ({ part, last, exportedAt, organization }, index) =>
      part === index + 1 &&
      last === (index === parts.length - 1) &&
      exportedAt === parts[0]?.exportedAt &&
      organization.id === parts[0].organization.id,
  )
}

/** A goal and its place in its file. */
type Placed = Part['goals'][number] & { place: string }

async function partIn(file: string): Promise<Part & { goals: Placed[] }> {
  const part = await parsed(file)
  const { organization, labels = [], goals } = part
  const isShaped = typeof organization?.id === 'string' && Array.isArray(goals) && Array.isArray(labels)
  if (!isShaped || part.format !== 'cairn-organization' || part.formatVersion !== 1) {
    throw usageError(`${file} is not an export of cairn.`)
  }
  const check = (line: { type: string }, name: string) => {
    const problem = lineProblem(line)
    if (problem !== undefined) throw new CommandError(`${name} of ${file} is damaged: ${problem}`)
  }
  for (const [index, label] of labels.entries()) check({ type: 'label', ...{ label } }, `Label ${index + 1}`)
  for (const [index, entry] of goals.entries()) check({ ...entry, type: 'goal' }, `Goal ${index + 1}`)
  return {
    ...part,
    goals: goals.map((entry, index) => ({ ...entry, place: `Goal ${index + 1} of ${file}` })),
  }
}

async function parsed(file: string): Promise<Part> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`Cannot read ${file}: ${error.code}`)
  })
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw new CommandError(`${file} is damaged: it is not JSON.`)
  }
}
