import type { CreateGoalRequest } from '@cairn/client'
import { foldLineBreaks } from '@cairn/contract/names'
import { createGoalUpdateRequest } from '@cairn/contract/schemas/goals/goal-history'
import { evaluationResults, statusClearsHealth } from '@cairn/contract/schemas/goals/goal-values'
import { createGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { criterionOf, everyGoalField, measureOf } from '../goal-fields.ts'
import { type Standing, standingReport } from '../transfer/imported-goal.ts'
import { type DateOrder, dateIn } from './cells/dates.ts'
import { jsonList, linesIn, namesIn } from './cells/list-cell.ts'
import { type Source, sourceLine } from './cells/source.ts'
import { healthIn, isYes, saysNothing, statusIn, type Words } from './cells/words.ts'
import type { Field } from './table/presets.ts'
import type { ReadRow, Remark } from './table/read-row.ts'

/** The goal planned for a row. Owner and labels are names until the organization is asked. */
export type PlannedGoal = {
  line: number
  title: string
  body: Omit<CreateGoalRequest, 'ownerUserId' | 'labelIds' | 'parentGoalId' | 'blockedByGoalIds'>
  standing: Standing
  owners: string[]
  labels: string[]
  /** Names of the goal above, of which the first that is known counts. */
  parents: string[]
  /** Names of the goals that must be finished first. */
  blockers: string[]
  source: Source
  /** The goal that the row was exported from; empty if it is another product's. */
  goalId: string
  /** Other names by which rows call it. */
  aliases: string[]
}

export type Planned = { goal: PlannedGoal; problems: Remark[]; warnings: Remark[] }

export type PlanOptions = { product: string | undefined; dates: DateOrder; words: Words }

/** Reads a row, and checks what the service would refuse. */
export function planGoal(row: ReadRow, { product, dates, words }: PlanOptions): Planned {
  const problems: Remark[] = []
  const warnings: Remark[] = []
  const problem = (field: Field, message: string) => void problems.push(row.remark(field, message))
  const warning = (field: Field, message: string) => void warnings.push(row.remark(field, message))

  const title = row.text('title')
  const source = { product, id: row.text('id'), url: addressIn(row, problem) }
  const criteria = criteriaIn(row)
  const measures = measuresIn(row, problem)
  const body = {
    title,
    detailedDescription: [row.text('description') || title, sourceLine(source)].filter(Boolean).join('\n\n'),
    timeframe: timeframeIn(row, dates, problem),
    ...(criteria.length > 0 && { criteria: criteria.map(({ text }) => text) }),
    ...(measures.length > 0 && { measures: measures.map(({ definition }) => definition) }),
    ...otherFieldsIn(row, problem),
  }
  const status = statusOf(row, words, warning)
  const standing = {
    status,
    health: statusClearsHealth(status) ? null : healthOf(row, warning),
    verdicts: criteria.map(({ result }) => result),
    values: measures.map(({ value }) => value),
  }
  problems.push(...schemaProblems(row, body, standing))
  const goal = {
    line: row.line,
    // As the service stores it.
    title: foldLineBreaks(title).trim(),
    body: body as PlannedGoal['body'],
    standing: standing as Standing,
    owners: row.texts('owner').map((text) => text.trim()),
    labels: namesIn(row.texts('labels').join('\n')),
    parents: row.texts('parent').map((text) => text.trim()),
    blockers: namesIn(row.texts('blocked_by').join('\n')),
    source,
    goalId: row.text('goal').trim().toLowerCase(),
    aliases: row.texts('alias').map((text) => text.trim()),
  }
  return { goal, problems, warnings }
}

type Note = (field: Field, message: string) => void

function addressIn(row: ReadRow, problem: Note): string {
  const text = row.text('url').trim()
  if (text === '' || (/^https?:\/\/\S+$/.test(text) && URL.canParse(text))) return text
  problem('url', `${quoted(text)} is not an address of a page.`)
  return ''
}

function timeframeIn(row: ReadRow, dates: DateOrder, problem: Note): CreateGoalRequest['timeframe'] {
  const text = row.text('due').trim()
  if (['', 'continuous', 'unspecified'].includes(text.toLowerCase())) return { kind: 'continuous' }
  const targetDate = dateIn(text, dates)
  if (targetDate !== undefined) return { kind: 'deadline', targetDate }
  problem('due', `${quoted(text)} is not a date.`)
  return { kind: 'continuous' }
}

/** Returns the fields that follow from one text each. */
function otherFieldsIn(row: ReadRow, problem: Note): Record<string, unknown> {
  const fields = everyGoalField.flatMap(([name, { column }]) => {
    const text = row.text(column.name).trim()
    if (!column.read || text === '') return []
    const value = column.read(text, (message) => problem(column.name, message))
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(fields)
}

/** Dates of completion say more than words that every team invents for itself. */
function statusOf(row: ReadRow, words: Words, warning: Note): Standing['status'] {
  if (row.texts('completed').some(isYes)) return 'completed'
  if (row.texts('archived').some(isYes)) return 'archived'
  const texts = row.texts('status').filter((text) => !saysNothing(text))
  for (const text of texts) {
    const status = statusIn(text, words)
    if (status) return status
  }
  const [first] = texts
  if (first !== undefined) {
    warning(
      'status',
      `The status ${quoted(first)} is not known: the goal is active. To say otherwise: --status ${quoted(`${first.trim()}=paused`)}`,
    )
  }
  return 'active'
}

function healthOf(row: ReadRow, warning: Note): Standing['health'] {
  const text = row.text('health')
  const health = healthIn(text)
  if (text !== '' && !health) warning('health', `The health ${quoted(text)} is not known, and left out.`)
  return health ?? null
}

/** Of our own export, with results, or a text for each. */
function criteriaIn(
  row: ReadRow,
): { text: ReturnType<typeof criterionOf>; result: Standing['verdicts'][number] }[] {
  return row.texts('criteria').flatMap((cell) => {
    const list = jsonList(cell)
    if (!list) return linesIn(cell).map((line) => ({ text: criterionOf(line), result: undefined }))
    return list.map((element) => {
      const { result, ...text } = Object(element)
      return { text, result: evaluationResults.find((known) => known === result) }
    })
  })
}

type Measure = { definition: ReturnType<typeof measureOf>; value: number | undefined }

function measuresIn(row: ReadRow, problem: Note): Measure[] {
  return row.texts('measures').flatMap((cell) => {
    const list = jsonList(cell)
    if (list) {
      return list.map((element) => {
        const { value, ...definition } = Object(element)
        return { definition, value }
      })
    }
    return linesIn(cell).flatMap((line) => {
      try {
        return [{ definition: measureOf(line), value: undefined }]
      } catch {
        problem('measures', `${quoted(line)} is not a measure such as "Median response: 48..24 hours".`)
        return []
      }
    })
  })
}

/** The column of each field of a request. */
const columnsOf: Record<string, Field> = {
  ...Object.fromEntries(everyGoalField.map(([name, { column }]) => [name, column.name])),
  verdicts: 'criteria',
  measurements: 'measures',
}

/** The service takes no larger request. Labels and an owner are added to the body. */
const maximumBodyBytes = 240 * 1024

/** An id in the place of those that the service gives. */
const someId = (index: number) => ({ id: `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}` })

/** Returns the problems that the contract finds in the goal, or in the report of its status. */
function schemaProblems(
  row: ReadRow,
  body: { criteria?: unknown[]; measures?: unknown[] },
  standing: unknown,
): Remark[] {
  const ids = {
    criteria: (body.criteria ?? []).map((_, index) => someId(index)),
    measures: (body.measures ?? []).map((_, index) => someId(index)),
    verification: 'none' as const,
  }
  const report = standingReport(standing as Standing, ids, 'Imported', 'key')
  const issues = [
    ...(createGoalRequest().safeParse(body).error?.issues ?? []),
    ...((report && createGoalUpdateRequest().safeParse(report).error?.issues) ?? []),
  ]
  const problems = issues.map(({ path, message }) => {
    const [name = '', ...rest] = path.map(String)
    const place = rest.map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}.` : part)).join(' ')
    return row.remark(columnsOf[name] ?? 'title', place ? `${place}: ${message}` : message)
  })
  if (Buffer.byteLength(JSON.stringify(body)) > maximumBodyBytes) {
    problems.push(row.remark('description', `The texts are longer than ${maximumBodyBytes / 1024} KiB.`))
  }
  return problems
}

/** A cell may be long. */
const quoted = (text: string) => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`
